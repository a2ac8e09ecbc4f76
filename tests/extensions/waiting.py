"""Waits for conditions, with a timeout that is long enough for a busy machine."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

BOUND = 60.0  # seconds; a guard against waiting for ever, no promise


def until(condition: Callable[[], bool], seconds: float = BOUND) -> float:
    """Wait for the condition and return the seconds; raise an error after the timeout."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > seconds:
            raise TimeoutError(f"the condition is not met after {seconds} s")
        time.sleep(0.05)
    return time.monotonic() - begun


def completed(events: Path, name: str) -> int:
    """The number of COMPLETE events so far that wrote a dataset whose name has this suffix."""
    rows = events.read_text().splitlines(keepends=True) if events.exists() else []
    found = [json.loads(row) for row in rows if row.endswith("\n")]
    complete = [e for e in found if e["eventType"] == "COMPLETE"]
    return len([e for e in complete if any(o["name"].endswith(name) for o in e["outputs"])])
