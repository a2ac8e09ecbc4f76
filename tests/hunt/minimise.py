"""Makes a program that shows a miss smaller, by its choices: fewer of them, or simpler ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Candidate = tuple[int, ...]
BATCH = 8


def candidates(choices: Candidate) -> Iterator[Candidate]:
    """Simpler sequences, the boldest first: without a piece, with zeros in a piece, with a smaller number."""
    size = max(len(choices) // 2, 1)
    while size:
        for at in range(0, len(choices), size):
            yield choices[:at] + choices[at + size :]
            if any(choices[at : at + size]):
                yield choices[:at] + (0,) * len(choices[at : at + size]) + choices[at + size :]
        size //= 2
    for at, value in enumerate(choices):
        for smaller in {value // 2, value - 1} - {0, value, -1}:
            yield (*choices[:at], smaller, *choices[at + 1 :])


def minimised(
    choices: Candidate, first_failing: Callable[[Sequence[Candidate]], Candidate | None], tries: int
) -> Candidate:
    """The smallest choices that were found to fail still. `first_failing` tries a batch at once, and gives the choices
    that the program really made.
    """
    tried: set[Candidate] = {choices}
    left = tries
    while left > 0:
        found = None
        batch: list[Candidate] = []
        for candidate in candidates(choices):
            if candidate in tried:
                continue
            tried.add(candidate)
            batch.append(candidate)
            if len(batch) == BATCH:
                left -= BATCH
                found = first_failing(batch)
                batch = []
                if found is not None or left <= 0:
                    break
        if found is None and batch:
            left -= len(batch)
            found = first_failing(batch)
        if found is None or cost(found) >= cost(choices):
            return choices
        choices = found
    return choices


def cost(choices: Candidate) -> tuple[int, int]:
    return len(choices), sum(choices)
