"""Pairs the runs of both agents by outputs, statement and job, in the order of their start."""

from __future__ import annotations

from tests.differential.merged_runs import MergedRun

Pair = tuple[MergedRun, MergedRun]


def pair_runs(
    theirs: list[MergedRun], ours: list[MergedRun]
) -> tuple[list[Pair], list[MergedRun], list[MergedRun]]:
    """The pairs with the best scores first, and the unpaired runs of each side."""
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
    """The similarity of two runs; 0 if their kind or their statement differs."""
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
