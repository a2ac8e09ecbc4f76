"""Reads event files and groups their events by run."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

Event = dict[str, Any]
TERMINAL = {"COMPLETE", "FAIL", "ABORT"}
CERTAINTIES = (
    "unknown",
    "opaque",
    "local",
    "declared",
)  # the least certain first; exact is not written


def read(path: Path) -> list[Event]:
    """The events of a file, one per line; a line that is not a JSON object is an error."""
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def stream_of(event: Event) -> str:
    """The run of the stream whose `foreachBatch` has started the run of the event; empty if there is none."""
    batch = event["run"].get("facets", {}).get("headwater_batch", {})
    return str(batch.get("run", {}).get("runId", ""))


def runs(events: list[Event]) -> dict[str, list[Event]]:
    """The events of each run, in the order of the file."""
    found: dict[str, list[Event]] = {}
    for event in events:
        found.setdefault(event["run"]["runId"], []).append(event)
    return found


def millis(event: Event) -> int:
    """The time of the event in milliseconds since 1970."""
    text = str(event["eventTime"]).replace("Z", "+00:00")
    return round(datetime.fromisoformat(trim(text)).timestamp() * 1000)


def trim(text: str) -> str:
    """Reduce the fraction of a second to six digits, because Python 3.10 supports only three or six."""
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
    """Whether the event belongs to the application run, by its jobType facet."""
    kind = event["job"].get("facets", {}).get("jobType", {}).get("jobType")
    return bool(kind == "APPLICATION")


def certainty_and_text(description: str | None) -> tuple[str, str]:
    """The parts of the description of a column or a transformation, `unknown: upper(x)`; without a certainty it is exact."""
    text = description or ""
    certainty, _, rest = text.partition(": ")
    return (certainty, rest) if certainty in CERTAINTIES else ("", text)


def certainty(column: dict[str, Any]) -> str:
    """How certain the event is of a column of `columnLineage`: that of its least certain source, or its own."""
    sources = [t for source in column["inputFields"] for t in source.get("transformations", ())]
    texts = [column.get("transformationDescription"), *(t.get("description") for t in sources)]
    found = {certainty_and_text(text)[0] for text in texts}
    return next((name for name in CERTAINTIES if name in found), "exact")
