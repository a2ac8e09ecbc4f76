"""The performance goals relative to the published agent."""

from __future__ import annotations

from dataclasses import dataclass

from bench.contenders import NONE, OURS, PUBLISHED

Values = dict[str, float]  # by contender


@dataclass(frozen=True)
class Goal:
    """Our agent may use at most `limit` times what the published agent uses."""

    text: str
    metric: str
    limit: float
    over_none: bool = False


GOALS = (
    Goal("bus-thread CPU", "bus_cpu_ms", 1 / 20),
    Goal("bytes of events", "kb", 1 / 3),
    Goal("whole-process CPU over no agent", "process_s", 1 / 4, over_none=True),
)


def ratio(goal: Goal, values: Values) -> float | None:
    """Ours divided by published; None if the published agent's cost is not above zero."""
    floor = values[NONE] if goal.over_none else 0.0
    theirs = values[PUBLISHED] - floor
    return (values[OURS] - floor) / theirs if theirs > 0 else None


def verdict(goal: Goal, found: float | None) -> str:
    """`met`, or the factor by which the goal is missed."""
    if found is None:
        return "not measurable: the published agent's cost is within the variation"
    if found <= goal.limit:
        return "met"
    return f"missed by a factor of {found / goal.limit:.1f}"
