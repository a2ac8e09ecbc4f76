"""Which run of one agent is which of the other: by outputs, statement and job, in the order of their start."""

from __future__ import annotations

from tests.differential.merged_runs import MergedRun

Pair = tuple[MergedRun, MergedRun]


def pair_runs(
    theirs: list[MergedRun], ours: list[MergedRun]
) -> tuple[list[Pair], list[MergedRun], list[MergedRun]]:
    """Pairs, the best first taken, and what is left of either."""
    left, right = list(enumerate(theirs)), list(enumerate(ours))
    scored = [
        (similarity_score(a, b), -abs(i / len(left) - j / len(right)), i, j)
        for i, a in left
        for j, b in right
    ]
    pairs: dict[int, int] = {}
    for score, _, i, j in sorted(scored, key=lambda s: (-s[0], -s[1], s[2], s[3])):
        if score > 0 and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return (
        [(theirs[i], ours[j]) for i, j in sorted(pairs.items())],
        [run for i, run in left if i not in pairs],
        [run for j, run in right if j not in pairs.values()],
    )


def similarity_score(theirs: MergedRun, ours: MergedRun) -> int:
    """Runs of another kind, or of another statement, are never the same run."""
    if theirs.kind != ours.kind or (theirs.sql and ours.sql and theirs.sql != ours.sql):
        return 0
    if theirs.kind == "APPLICATION":
        return 1
    same = [
        (8, bool(theirs.sql) and theirs.sql == ours.sql),
        (8, bool(set(theirs.outputs) & set(ours.outputs))),
        (4, theirs.job == ours.job),
        (2, bool(set(theirs.inputs) & set(ours.inputs))),
        (1, set(theirs.inputs) == set(ours.inputs)),
    ]
    return sum(weight for weight, holds in same if holds)
