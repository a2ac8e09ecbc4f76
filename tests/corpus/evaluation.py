"""Judges a run of the corpus: what is wrong, and the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tests.corpus import checks, compare, explained, known, oracles
from tests.corpus.checks import Write
from tests.corpus.explained import ORACLES
from tests.corpus.processes import Found, Place, Run
from tests.e2e import events as ev
from tests.e2e import invariants
from tests.e2e.events import Event
from tests.e2e.spark_submit import agent_warnings

NUMBERS = (
    "files",
    "statements",
    "errors of the corpus",
    "statements that differ",
    "runs",
    "START and COMPLETE",
    "START and FAIL",
    "written queries",
    *(f"columns {state}" for state in checks.COUNTS),
    *oracles.NUMBERS,
)
KINDS = ("result", "events", "log", "write", "unknown", *ORACLES)
Part = tuple[Run, Run, Run]  # without the agent, with it, again without it


@dataclass(frozen=True)
class Evaluation:
    """The problems of a run by kind, and its numbers by name."""

    problems: dict[str, list[str]]
    numbers: Counter[str]

    @property
    def all_problems(self) -> list[str]:
        return [f"{kind}: {text}" for kind, found in self.problems.items() for text in found]


def evaluate(parts: Iterable[Part], *, whole: bool) -> Evaluation:
    """Judge all parts of a run; of the whole corpus, each row of explained.tsv must explain something."""
    problems: dict[str, list[str]] = {kind: [] for kind in KINDS}
    counted: Counter[str] = Counter()
    writes: list[Write] = []
    for without, with_agent, again in parts:
        plain, ours, events = without.outcomes, with_agent.outcomes, with_agent.events
        written = checks.writes(ours.values(), events)
        problems["result"] += result_problems(plain, ours, again.outcomes)
        problems["events"] += invariants.problems(events)
        problems["log"] += agent_warnings(with_agent.log)
        problems["write"] += [text for write in written for text in checks.write_problems(write)]
        counted += numbers(plain, ours, events, written)
        writes += written
    problems["unknown"] = unknown_problems(writes)
    judgement = oracles.judge(writes)
    for oracle in ORACLES:
        problems[oracle] = judgement.problems(oracle, whole=whole)
    return Evaluation(problems, counted + judgement.numbers)


def result_problems(
    plain: Mapping[Place, Found], ours: Mapping[Place, Found], again: Mapping[Place, Found]
) -> list[str]:
    found = compare.differences(plain, ours, again)
    return [
        str(each)
        for each in explained.unexplained(found, explained.read(explained.LIST.read_text()))
    ]


def unknown_problems(writes: list[Write]) -> list[str]:
    names = {w.name: known.identity(w.statement["file"], w.statement["sql"]) for w in writes}
    unknown = {names[w.name]: u for w in writes if (u := checks.unknown(w))}
    found = known.problems(known.read(known.LIST.read_text()), unknown, set(names.values()))
    described = {
        name: f" {u.statement} {u.columns} columns: {'; '.join(u.reasons)}"
        for name, u in unknown.items()
    }
    return [text + described.get(text.partition(" ")[0], "") for text in found]


def numbers(
    plain: Mapping[Place, Found],
    ours: Mapping[Place, Found],
    events: list[Event],
    writes: list[Write],
) -> Counter[str]:
    """The numbers of the table."""
    ends = Counter(" ".join(e["eventType"] for e in group) for group in ev.runs(events).values())
    states: Counter[str] = Counter()
    for write in writes:
        states.update(write.states)
    return Counter(
        {
            "files": len({file for file, _ in ours}),
            "statements": len(ours),
            "errors of the corpus": sum("error" in found for found in plain.values()),
            "statements that differ": len(compare.different(plain, ours)),
            "runs": sum(ends.values()),
            "START and COMPLETE": ends["START COMPLETE"],
            "START and FAIL": ends["START FAIL"],
            "written queries": sum(write.event is not None for write in writes),
            **{f"columns {state}": states[state] for state in checks.COUNTS},
        }
    )
