"""Gives the events of queries that did not run a run and a job, so that a file can have several of them."""

from __future__ import annotations

import json
import re
import uuid
from typing import TYPE_CHECKING, Any

from headwater.planning.filesystems import WAREHOUSE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["as_own_run"]

_RUNS = uuid.UUID("7e2f0b0c-6f0e-5b8e-9d55-0c8f6a1f8a11")
"""The namespace of the run ids, which are UUIDs of version 5."""
_SEPARATORS = re.compile(r"[/.]+")


def as_own_run(event: Mapping[str, Any], application: str) -> dict[str, Any]:
    """Return the event with a run id that only an equal event has, and a job that is named after its output."""
    run = {**event["run"], "runId": str(uuid.uuid5(_RUNS, json.dumps(event, sort_keys=True)))}
    job = {**event["job"], "name": f"{application}.{_suffix(event['outputs'])}"}
    return {**event, "run": run, "job": job}


def _suffix(outputs: Sequence[Mapping[str, Any]]) -> str:
    """Return the whole name of the first output: ``stg_db_orders``, because another database may have ``orders``."""
    names = (each["name"].removeprefix(f"{WAREHOUSE}/") for each in outputs[:1])
    return next((found for name in names if (found := _SEPARATORS.sub("_", name.strip("/")))), "command")
