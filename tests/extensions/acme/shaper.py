"""Extensions that shape events: names of jobs and datasets, filters, changes of the JSON."""

from __future__ import annotations

from typing import Any

from headwater.extensions import (
    Dataset,
    Event,
    Job,
    event_transformer,
    job_namer,
    keep_event,
    namer,
)


@namer
def lake(dataset: Dataset) -> Dataset:
    """The last part of the path in another namespace."""
    return Dataset("s3://lake", dataset.name.rpartition("/")[2])


@job_namer
def team(job: Job) -> Job:
    """The job in the namespace of a team."""
    return Job("acme-team", f"sales.{job.name}")


@keep_event
def strict(event: Event) -> bool:
    """Fail for the query that writes `/refused`."""
    if any(each.name.endswith("/refused") for each in event.outputs):
        raise ValueError("acme cannot decide")
    return True


@event_transformer
def tagged(event: dict[str, Any]) -> dict[str, Any]:
    """Add a facet, and a setting with a password that must not be sent."""
    event["job"]["facets"]["acme_team"] = {
        "name": "sales",
        "url": "jdbc:acme://host/db?user=me&password=hunter2",
    }
    return event


@event_transformer
def stamped(event: dict[str, Any]) -> dict[str, Any]:
    """Add what `tagged` has added before; fail for events of the application."""
    facets = event["job"]["facets"]
    if facets["jobType"]["jobType"] == "APPLICATION":
        event["eventTime"] = "2020-01-01T00:00:00Z"
    facets["acme_stamp"] = {**facets["acme_team"], "name": facets["acme_team"]["name"].upper()}
    return event
