"""All in-process faults, and the rows of the printed table."""

from __future__ import annotations

from dataclasses import dataclass

from tests.faults.disks import DISKS
from tests.faults.loads import LOADS
from tests.faults.networks import NETWORKS
from tests.faults.outcome import Outcome
from tests.faults.settings import SETTINGS

FAULTS = [*NETWORKS, *DISKS, *SETTINGS, *LOADS]
WIDTHS = (38, 9, 8, 8, 6, 6, 6, 6, 6)
TITLES = ("fault", "result", "job s", "stop() s", "sent", "wait", "dead", "lost", "lines")


@dataclass(frozen=True)
class Row:
    """One fault. Delays are the seconds in addition to a run without the agent; `result` compares rows and exit code."""

    cells: tuple[object, ...]

    @classmethod
    def of_outcome(cls, name: str, outcome: Outcome) -> Row:
        result = "same" if outcome.same_result else "DIFFERS"
        events = (
            len(outcome.accepted),
            len(outcome.spooled_events),
            len(outcome.dead_letters),
            outcome.lost,
        )
        return cls(
            (
                name,
                result,
                f"{outcome.delay:+.1f}",
                f"{outcome.stop:+.1f}",
                *events,
                len(outcome.agent_log),
            )
        )

    def __str__(self) -> str:
        return line(self.cells)


def line(cells: tuple[object, ...]) -> str:
    first, *others = (str(cell) for cell in cells)
    rest = "".join(f"{cell:>{width}}" for cell, width in zip(others, WIDTHS[1:], strict=True))
    return f"{first:<{WIDTHS[0]}}{rest}"


def header() -> str:
    return line(TITLES)
