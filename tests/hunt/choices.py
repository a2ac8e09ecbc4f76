"""The decisions of the generator as a sequence of small numbers, so that a program can be drawn, replayed and shrunk."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """Replays `fixed`; after its end draws from `rng`, or gives 0 without one. 0 is the simplest choice everywhere."""

    def __init__(self, rng: Random | None = None, fixed: Sequence[int] = ()) -> None:
        self.rng = rng
        self.fixed = tuple(fixed)
        self.made: list[int] = []

    def below(self, end: int) -> int:
        """A number from 0 to `end` - 1."""
        at = len(self.made)
        if at < len(self.fixed):
            chosen = self.fixed[at] % end
        else:
            chosen = self.rng.randrange(end) if self.rng else 0
        self.made.append(chosen)
        return chosen

    def one(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        """True in so many of a hundred cases; False is the simplest choice."""
        return self.below(100) >= 100 - percent
