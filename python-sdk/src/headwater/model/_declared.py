"""Events without a run: what a job declares to read and write, and what somebody says about a dataset."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from headwater.events import DatasetEvent, RunEvent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from headwater.events import DatasetRef, Event, JobEvent

__all__ = ["as_run", "declares_lineage", "is_declared", "is_done", "references", "run_of_dataset"]


def as_run(event: JobEvent) -> RunEvent:
    """Return a run event with the job's lineage; it has neither a type nor a run's id."""
    common = {field.name: getattr(event, field.name) for field in fields(event)}
    return RunEvent(type="", run_id="", run_facets={}, **common)


def declares_lineage(event: DatasetEvent) -> bool:
    """Return whether somebody says what a dataset is made of."""
    return "columnLineage" in event.dataset.facets


def run_of_dataset(event: DatasetEvent) -> RunEvent:
    """Return a run event, as `as_run` does, of a job that is named after the dataset and writes it."""
    return RunEvent(
        type="",
        run_id="",
        run_facets={},
        time=event.time,
        job_namespace=event.dataset.namespace,
        job_name=f"lineage of {event.dataset.name}",
        job_facets={},
        inputs=(),
        outputs=(event.dataset,),
    )


def is_declared(event: RunEvent) -> bool:
    """Return whether an event is one of `as_run`; an event of a file always has a type."""
    return not event.type


def references(event: Event) -> Iterator[tuple[DatasetRef, bool]]:
    """Yield the datasets of an event, and whether it says what they are like now, as a run does that writes them."""
    if isinstance(event, DatasetEvent):
        yield event.dataset, True
    else:
        yield from ((ref, False) for ref in event.inputs)
        yield from ((ref, True) for ref in event.outputs)


def is_done(event: Event) -> bool:
    """Return whether what an event says of its datasets has happened: it ends a successful run, or is no run's."""
    return not isinstance(event, RunEvent) or event.type == "COMPLETE"
