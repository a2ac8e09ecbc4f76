"""The differences between the events of two agents for one script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.differential import facts
from tests.differential.merged_runs import MergedRun, merge_runs
from tests.differential.pairing import pair_runs
from tests.e2e.events import Event

SIDES = THEIRS_ONLY, OURS_ONLY, CHANGED, FINER = "theirs", "ours", "changed", "finer"


@dataclass(frozen=True)
class Difference:
    """A fact that only one side has, or that differs.

    `finer` is an edge of our agent from a field inside the column. `run` is the name of the job, theirs if both have
    one.
    """

    script: str
    run: str
    side: str
    path: str
    theirs: str
    ours: str

    @property
    def value(self) -> str:
        both = f"{self.theirs} => {self.ours}"
        return {THEIRS_ONLY: self.theirs, OURS_ONLY: self.ours}.get(self.side, both)

    def __str__(self) -> str:
        return f"{self.script} | {self.run} | {self.side} | {self.path} | {self.value}"


def differences(script: str, theirs: list[Event], ours: list[Event]) -> Iterator[Difference]:
    """Yield the differences of all runs; the events are normalised."""
    pairs, only_theirs, only_ours = pair_runs(merge_runs(theirs), merge_runs(ours))
    for left, right in pairs:
        yield from differences_of_pair(script, left, right)
    known = dict(fact for run in merge_runs(ours) for fact in facts.facts_of_run(run))
    for run in only_theirs:
        yield Difference(
            script, run.job[1], THEIRS_ONLY, run_path(run, merge_runs(ours)), summary(run), ""
        )
        for path, value in facts.facts_of_run(run):
            if is_lineage(path) and path not in known and not finer_edges(path, known):
                yield Difference(script, run.job[1], THEIRS_ONLY, path, value, "")
    for run in only_ours:
        yield Difference(script, run.job[1], OURS_ONLY, "run", "", summary(run))


def differences_of_pair(script: str, left: MergedRun, right: MergedRun) -> Iterator[Difference]:
    before, after = dict(facts.facts_of_run(left)), dict(facts.facts_of_run(right))
    run = left.job[1]
    for path in sorted(before.keys() | after.keys()):
        if path not in after:
            inside = finer_edges(path, after)
            yield Difference(
                script, run, FINER if inside else THEIRS_ONLY, path, before[path], inside
            )
        elif path not in before:
            yield Difference(script, run, OURS_ONLY, path, "", after[path])
        elif before[path] != after[path]:
            yield Difference(script, run, CHANGED, path, before[path], after[path])


def finer_edges(path: str, known: dict[str, str]) -> str:
    """The values of our edges from fields inside the source column, or an empty text."""
    inside = [
        v for p, v in known.items() if " <- " in path and p.startswith((f"{path}.", f"{path}["))
    ]
    return " ".join(sorted(set(inside)))


def is_lineage(path: str) -> bool:
    """Whether the fact is an input, an output or an edge (not its text), which must not be lost without a reason."""
    dataset = path.startswith(("input[", "output["))
    whole = path.endswith("]") and "]." not in path
    return dataset and (whole or (".columnLineage." in path and not path.endswith(" (text)")))


def run_path(run: MergedRun, others: list[MergedRun]) -> str:
    """`run (again)` if the other side reports the same statement in another run, otherwise `run`."""
    found_elsewhere = any(
        (run.sql and run.sql == other.sql) or run.outputs.keys() & other.outputs.keys()
        for other in others
    )
    return "run (again)" if found_elsewhere else "run"


def summary(run: MergedRun) -> str:
    names = [sorted(name for _, name in side) for side in (run.inputs, run.outputs)]
    return f"{run.outcome} {names[0]} -> {names[1]}"
