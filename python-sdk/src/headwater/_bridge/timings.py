"""How often and how long each extension was called for a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from headwater._bridge.step import Outcome

__all__ = ["timings_json"]


def timings_json(outcomes: Iterable[Outcome], unanswered: Iterable[tuple[str, float]] = ()) -> list[dict[str, Any]]:
    """Return an entry for each extension, with its calls, those that failed, and their time in milliseconds.

    ``unanswered`` are the extensions that still run, with the time so far; they count as failed.

    >>> timings_json([], [("acme:Slow", 300.0)])
    [{'extension': 'acme:Slow', 'calls': 1, 'errors': 1, 'millis': 300.0, 'maxMillis': 300.0}]
    """
    calls = [(each.extension, each.millis, each.error is not None or "failed" in each.part) for each in outcomes]
    calls += [(extension, millis, True) for extension, millis in unanswered]
    found: dict[str, dict[str, Any]] = {}
    for extension, millis, is_error in calls:
        entry = found.setdefault(
            extension, {"extension": extension, "calls": 0, "errors": 0, "millis": 0.0, "maxMillis": 0.0}
        )
        entry["calls"] += 1
        entry["errors"] += int(is_error)
        entry["millis"] = round(entry["millis"] + millis, 3)
        entry["maxMillis"] = max(entry["maxMillis"], round(millis, 3))
    return list(found.values())
