"""What happens to one application: drawn from the seed before it starts."""

from __future__ import annotations

import random
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
ENDS: dict[signal.Signals | None, int] = {None: 10, signal.SIGKILL: 7, signal.SIGTERM: 3}
BACKENDS = {"accepts": 8, "500": 3, "503": 2, "hangs": 2, "resets": 2, "slow": 3, "refuses": 3}
DISKS = {"free": 6, "full": 2}
CLOCKS = {"+0": 14, "+8d": 2, "-2d": 2, "+400d": 2}
QUERIES = 15


@dataclass(frozen=True)
class Scenario:
    """How an application ends (by itself, or by a signal after so many queries), and which faults it meets.

    `closed` is the query before which the class loader of `--jars` is closed, -1 for never. `read_only` says that the spool's disk cannot
    be written when the application starts, `clock` by how much the clock of the driver's machine is wrong: a clock that jumps while the
    driver runs ends Spark's own executor.
    """

    name: str
    end: signal.Signals | None
    after: int
    delay: float
    closed: int
    read_only: bool
    extensions: bool
    clock: str

    @classmethod
    def draw(cls, number: int, chance: random.Random) -> Scenario:
        end = choice(ENDS, chance)
        return cls(
            name=f"application-{number}",
            end=end,
            after=chance.randint(0, QUERIES - 1),
            delay=chance.random() * 2,
            closed=chance.randint(0, QUERIES - 1) if chance.random() < 0.12 else -1,
            read_only=chance.random() < 0.1,
            extensions=chance.random() < 0.4,
            clock=choice(CLOCKS, chance),
        )


def choice(weights: Mapping[T, int], chance: random.Random) -> T:
    """One of the keys, by their weights."""
    return chance.choices(list(weights), list(weights.values()))[0]
