"""Fits the growth of a cost with a size."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]  # size, cost


def exponent(points: Sequence[Point]) -> float | None:
    """The slope of the least-squares line through (log size, log cost); None for fewer than two sizes."""
    logs = [(math.log(size), math.log(cost)) for size, cost in points if size > 0 and cost > 0]
    if len({x for x, _ in logs}) < 2:
        return None
    mid_x = sum(x for x, _ in logs) / len(logs)
    mid_y = sum(y for _, y in logs) / len(logs)
    across = sum((x - mid_x) * (y - mid_y) for x, y in logs)
    return across / sum((x - mid_x) ** 2 for x, _ in logs)
