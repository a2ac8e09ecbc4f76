"""The differences between what two agents say of one script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.differential import facts
from tests.differential.merged import Merged, merged
from tests.differential.pairing import paired
from tests.e2e.events import Event

SIDES = THEIRS_ONLY, OURS_ONLY, CHANGED, FINER = "theirs", "ours", "changed", "finer"


@dataclass(frozen=True)
class Difference:
    """A fact that one side has, or both have otherwise; `finer` is an edge that ours has from inside the column.
    `run` is the job's name, theirs where both have one.
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
    """Of all runs; both agents' events are plain."""
    pairs, more_theirs, more_ours = paired(merged(theirs), merged(ours))
    for left, right in pairs:
        yield from of_pair(script, left, right)
    known = dict(fact for run in merged(ours) for fact in facts.of_run(run))
    for run in more_theirs:
        yield Difference(
            script, run.job[1], THEIRS_ONLY, place(run, merged(ours)), summary(run), ""
        )
        for path, value in facts.of_run(run):
            if lineage(path) and path not in known and not finer(path, known):
                yield Difference(script, run.job[1], THEIRS_ONLY, path, value, "")
    for run in more_ours:
        yield Difference(script, run.job[1], OURS_ONLY, "run", "", summary(run))


def of_pair(script: str, left: Merged, right: Merged) -> Iterator[Difference]:
    before, after = dict(facts.of_run(left)), dict(facts.of_run(right))
    run = left.job[1]
    for path in sorted(before.keys() | after.keys()):
        if path not in after:
            inside = finer(path, after)
            yield Difference(
                script, run, FINER if inside else THEIRS_ONLY, path, before[path], inside
            )
        elif path not in before:
            yield Difference(script, run, OURS_ONLY, path, "", after[path])
        elif before[path] != after[path]:
            yield Difference(script, run, CHANGED, path, before[path], after[path])


def finer(path: str, known: dict[str, str]) -> str:
    """What the edges say that come from inside the column from which this one comes."""
    inside = [
        v for p, v in known.items() if " <- " in path and p.startswith((f"{path}.", f"{path}["))
    ]
    return " ".join(sorted(set(inside)))


def lineage(path: str) -> bool:
    """Whether the fact is an input, an output or an edge: what must not be lost without a reason."""
    dataset = path.startswith(("input[", "output["))
    whole = path.endswith("]") and "]." not in path
    return dataset and (whole or ".columnLineage." in path)


def place(run: Merged, others: list[Merged]) -> str:
    """A statement that the other side tells of in another run has only been told again."""
    again = any(
        (run.sql and run.sql == other.sql) or run.outputs.keys() & other.outputs.keys()
        for other in others
    )
    return "run (again)" if again else "run"


def summary(run: Merged) -> str:
    names = [sorted(name for _, name in side) for side in (run.inputs, run.outputs)]
    return f"{run.outcome} {names[0]} -> {names[1]}"
