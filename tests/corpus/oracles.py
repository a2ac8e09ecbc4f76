"""The written queries against both oracles of tests/accuracy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.corpus import direct, experiments, explained
from tests.corpus.checks import Write
from tests.corpus.explained import Difference

NUMBERS = (
    "queries that sqlglot reads",
    "of these the same",
    "queries with experiments",
    "dependencies that experiments show",
    "of these not in the event",
)


@dataclass(frozen=True)
class Judgement:
    """What the oracles say: the texts of the queries that they can read, their differences to the events, and numbers."""

    queries: dict[str, str]
    differences: list[Difference]
    numbers: Counter[str]

    def problems(self, oracle: str, *, whole: bool) -> list[str]:
        """The unexplained differences of an oracle, and, if the whole corpus ran, stale explanations."""
        rows = [r for r in explained.read(explained.LIST.read_text()) if r.oracle == oracle]
        found = [d for d in self.differences if d.oracle == oracle]
        stale = explained.stale(found, rows, self.queries) if whole else []
        return [str(d) for d in explained.unexplained(found, rows)] + [
            f"{explained.LIST.name}: no query differs: {row}" for row in stale
        ]


def judge(writes: Sequence[Write]) -> Judgement:
    """Judge the queries that the oracles can read."""
    direct.quiet()
    readable = list(direct.readable(writes))
    read, by_sqlglot = direct.differences(readable)
    tried, pairs, by_experiment = experiments.differences(readable)
    missed = sum(d.details.count(";") + 1 for d in by_experiment)
    counts = (read, read - len(by_sqlglot), tried, pairs, missed)
    queries = {each.query.name: each.query.sql for each in readable}
    found = Counter(dict(zip(NUMBERS, counts, strict=True)))
    return Judgement(queries, [*by_sqlglot, *by_experiment], found)
