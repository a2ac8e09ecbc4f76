"""Scores the lineage of an agent's run against both oracles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import by_sqlglot, experiment, referenced
from .explained import Case, corrected
from .model import Change, Direct, Lineage, Query, Source, Suite

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .by_perturbation import Evidence


@dataclass(frozen=True, slots=True)
class Wrong:
    """One output column with wrong DIRECT dependencies."""

    output: str
    extra: frozenset[Source]
    missing: frozenset[Source]

    def __str__(self) -> str:
        return f"{self.output}: not DIRECT {names(self.extra)}; missing {names(self.missing)}"


@dataclass(frozen=True, slots=True)
class Score:
    """The counts and the errors of one query."""

    query: str
    reported: int = 0
    right: int = 0
    required: int = 0
    found: int = 0
    wrong: tuple[Wrong, ...] = ()
    pairs: int = 0
    missed: tuple[tuple[str, Change], ...] = ()
    tables: frozenset[str] = frozenset()  # inputs reported but not read, or read but not reported
    invented: frozenset[Source] = frozenset()  # reported in any form, of columns that the query does not mention
    event: bool = True

    @property
    def exact(self) -> bool:
        """Whether the query has no error."""
        return self.event and not (self.wrong or self.missed or self.tables or self.invented)


def expected(query: Query, suite: Suite, outputs: tuple[str, ...], cases: list[Case]) -> list[Direct]:
    """The DIRECT dependencies of each output column, from sqlglot or from the fixture."""
    if query.reader == "sqlglot":
        derived = by_sqlglot.direct(query, suite.tables)
        return [corrected(d, [c for c in cases if c.column == name]) for name, d in zip(outputs, derived, strict=True)]
    sets = [query.expected.get(name, frozenset()) for name in outputs]
    return [Direct(sources, sources) for sources in sets]


def judge(query: Query, suite: Suite, lineage: Lineage | None, evidence: Evidence, cases: tuple[Case, ...]) -> Score:
    """The score of one query; a query without lineage has reported nothing."""
    if lineage is None or not lineage.outputs:
        return _nothing(query, suite, evidence)
    cases_of_query = [c for c in cases if (c.suite, c.query) == (suite.name, query.name)]
    expected_columns = expected(query, suite, lineage.outputs, cases_of_query)
    reported_sources = [lineage.direct.get(name, frozenset()) for name in lineage.outputs]
    per_column = list(zip(lineage.outputs, reported_sources, expected_columns, strict=True))
    return Score(
        query.name,
        reported=sum(map(len, reported_sources)),
        right=sum(len(g & d.allowed) for _, g, d in per_column),
        required=sum(len(d.required) for _, _, d in per_column),
        found=sum(len(g & d.required) for _, g, d in per_column),
        wrong=tuple(
            Wrong(name, g - d.allowed, d.required - g) for name, g, d in per_column if g - d.allowed or d.required - g
        ),
        pairs=len(evidence.pairs),
        missed=tuple(_missed(lineage, evidence)),
        tables=lineage.inputs ^ query.tables,
        invented=_invented(query, suite, lineage),
    )


def _nothing(query: Query, suite: Suite, evidence: Evidence) -> Score:
    expected_columns = [frozenset(s) for s in query.expected.values()]
    if query.reader == "sqlglot":
        expected_columns = [d.required for d in by_sqlglot.direct(query, suite.tables)]
    return Score(
        query.name,
        required=sum(map(len, expected_columns)),
        pairs=len(evidence.pairs),
        missed=tuple((f"column {c.output}", c) for c in evidence.pairs.values()),
        event=False,
    )


def _invented(query: Query, suite: Suite, lineage: Lineage) -> frozenset[Source]:
    known = frozenset(experiment.sources(referenced.columns(query, suite.tables)))
    return frozenset().union(*lineage.every.values()) - known


def _missed(lineage: Lineage, evidence: Evidence) -> Iterable[tuple[str, Change]]:
    for (output, source), change in evidence.pairs.items():
        name = lineage.outputs[output]
        if source not in lineage.every.get(name, frozenset()):
            yield name, change


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of the scores of a suite."""

    scores: tuple[Score, ...]

    @property
    def precision(self) -> float:
        """The fraction of the reported DIRECT dependencies that is right."""
        return _ratio(sum(s.right for s in self.scores), sum(s.reported for s in self.scores))

    @property
    def recall(self) -> float:
        """The fraction of the existing DIRECT dependencies that is reported."""
        return _ratio(sum(s.found for s in self.scores), sum(s.required for s in self.scores))

    @property
    def perturbation(self) -> float:
        """The fraction of the dependencies observed in experiments that is reported in any form."""
        pairs = sum(s.pairs for s in self.scores)
        return _ratio(pairs - sum(len(s.missed) for s in self.scores), pairs)

    @property
    def exact(self) -> int:
        """The number of queries without errors."""
        return sum(s.exact for s in self.scores)


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def names(sources: Iterable[Source]) -> str:
    """Sources as readable text."""
    return ", ".join(sorted(f"{table}.{column}" for table, column in sources)) or "-"
