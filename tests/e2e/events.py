"""Event files: reading them, and finding the runs in them."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

Event = dict[str, Any]
TERMINAL = {"COMPLETE", "FAIL", "ABORT"}


def read(path: Path) -> list[Event]:
    """One event a line; a line that is no JSON object is an error."""
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def runs(events: list[Event]) -> dict[str, list[Event]]:
    """Each run's events in the order of the file."""
    found: dict[str, list[Event]] = {}
    for event in events:
        found.setdefault(event["run"]["runId"], []).append(event)
    return found


def millis(event: Event) -> int:
    """The event's time, epoch milliseconds."""
    text = str(event["eventTime"]).replace("Z", "+00:00")
    return round(datetime.fromisoformat(trim(text)).timestamp() * 1000)


def trim(text: str) -> str:
    """Python 3.10 reads three or six digits of a second's fraction only."""
    head, dot, tail = text.partition(".")
    if not dot:
        return text
    digits = "".join(c for c in tail if c.isdigit() or c in "+-:")
    fraction, sign, zone = split_zone(digits)
    return f"{head}.{fraction[:6]:0<6}{sign}{zone}"


def split_zone(text: str) -> tuple[str, str, str]:
    for sign in "+-":
        if sign in text:
            fraction, _, zone = text.partition(sign)
            return fraction, sign, zone
    return text, "", ""


def is_application(event: Event) -> bool:
    """Whether the event is of the application's run, by its jobType facet."""
    kind = event["job"].get("facets", {}).get("jobType", {}).get("jobType")
    return bool(kind == "APPLICATION")
