"""The columns by which the event store selects an event."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from headwater.events import DatasetEvent, JobEvent
from headwater.model import application_of, is_streaming, replaces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from headwater.events import DatasetRef, Event, RunEvent

__all__ = ["columns_of", "micros"]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)


def columns_of(event: Event) -> tuple[Any, ...]:
    """Return the columns from ``time`` to ``lineage``; the last three have an item for each output."""
    time = micros(event.time)
    if isinstance(event, DatasetEvent):
        return time, "dataset", "", "", "", "", "", False, *_without_lineage([event.dataset])
    job = event.job_namespace, event.job_name
    if isinstance(event, JobEvent):
        return time, "job", "", "", *job, "", False, *_without_lineage(event.outputs)
    by_name: dict[str, list[DatasetRef]] = {}
    for ref in event.outputs:
        by_name.setdefault(_name(ref), []).append(ref)
    replaced = [any(map(replaces, refs)) for refs in by_name.values()]
    lineage = [_lineage(event, refs) for refs in by_name.values()]
    of_run = application_of(event.run_facets), is_streaming(event.job_facets)
    return time, "run", event.type, event.run_id, *job, *of_run, list(by_name), replaced, lineage


def _without_lineage(datasets: Sequence[DatasetRef]) -> tuple[list[str], list[bool], list[int]]:
    """Return the columns of the outputs of an event that is no run's: all of them count."""
    names = list(dict.fromkeys(map(_name, datasets)))
    return names, [False] * len(names), [0] * len(names)


def _name(dataset: DatasetRef) -> str:
    return f"{dataset.namespace} {dataset.name}"


def _lineage(event: RunEvent, refs: list[DatasetRef]) -> int:
    """Return a number that is the same for events that say the same of the sources of an output."""
    inputs = sorted({_name(each) for each in event.inputs})
    lineage = [ref.facets.get("columnLineage") for ref in refs]
    says = [inputs, lineage, event.run_facets.get("headwater_views")]
    return int.from_bytes(hashlib.blake2b(json.dumps(says).encode(), digest_size=8).digest(), "big")


def micros(time: datetime) -> int:
    """Return a time in microseconds since 1970."""
    return (time - _EPOCH) // _MICROSECOND
