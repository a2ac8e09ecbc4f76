"""Gives the events of queries that did not run a run and a job, so that a file can have several of them."""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING, Any

from headwater._text import last_part

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["as_own_run"]

_RUNS = uuid.UUID("7e2f0b0c-6f0e-5b8e-9d55-0c8f6a1f8a11")
"""The namespace of the run ids, which are UUIDs of version 5."""


def as_own_run(event: Mapping[str, Any], application: str) -> dict[str, Any]:
    """Return the event with a run id that only an equal event has, and a job that is named after its output."""
    run = {**event["run"], "runId": str(uuid.uuid5(_RUNS, json.dumps(event, sort_keys=True)))}
    last = [last_part(each["name"]) for each in event["outputs"]]
    job = {**event["job"], "name": ".".join([application, *(last[:1] or ["command"])])}
    return {**event, "run": run, "job": job}
