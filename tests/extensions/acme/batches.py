"""Transports that take events from the spool; the destination is a file, and not always there."""

import json
import os
from pathlib import Path
from typing import Any

from headwater import RefusedError, SpoolError
from headwater.extensions import transport

FOLDER = Path(os.environ["ACME_FOLDER"]) / "batches"
OPEN = FOLDER / "open"
"""The destination takes events if there is this file."""

_resets = ["the first call"]


@transport(batch=3)
def store(events: list[dict[str, Any]]) -> None:
    """Refuse events that write `2`; the first call to an open destination fails."""
    if not OPEN.exists():
        raise SpoolError("the store is closed")
    if _resets:
        raise ConnectionError(_resets.pop())
    outputs = [output["name"] for event in events for output in event["outputs"]]
    if any(name.endswith("/2") for name in outputs):
        raise RefusedError("the store wants no 2")
    with (FOLDER / "store.batches").open("a") as file:
        file.write(json.dumps(events) + "\n")


@transport(spool=True)
def away(_: dict[str, Any]) -> None:
    """Accept nothing."""
    raise SpoolError("nobody is there")
