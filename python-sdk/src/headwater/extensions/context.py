"""The event that an extension is called for, and methods to add facets to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from headwater.extensions.datasets import Dataset

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Application", "Context", "Event", "Job"]


@dataclass(frozen=True, slots=True)
class Job:
    """The job of an event."""

    namespace: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Application:
    """The Spark application."""

    id: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """The OpenLineage event as far as it is known.

    ``type`` is ``START``, ``RUNNING``, ``COMPLETE``, ``FAIL`` or ``ABORT``; ``time`` is ISO 8601 in UTC; ``run_id`` is
    a UUID. ``job_type`` is ``APPLICATION``, ``SQL_JOB`` or ``RDD_JOB``; ``execution_id`` is Spark's id of the query, or
    ``None`` if the run is no query. ``properties`` are the Spark settings that
    ``spark.openlineage.capturedProperties`` names, redacted. ``error`` is the message of a failed run. Inputs and
    outputs are not known at START.
    """

    type: str = "START"
    time: str = ""
    run_id: str = ""
    job: Job = field(default_factory=Job)
    job_type: str = ""
    execution_id: int | None = None
    application: Application = field(default_factory=Application)
    inputs: tuple[Dataset, ...] = ()
    outputs: tuple[Dataset, ...] = ()
    sql: str | None = None
    properties: Mapping[str, str] = field(default_factory=dict)
    error: str | None = None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Event:
        """Return the event for the agent's JSON."""
        job, application = value.get("job") or {}, value.get("application") or {}
        return cls(
            type=value.get("type") or "",
            time=value.get("time") or "",
            run_id=value.get("runId") or "",
            job=Job(job.get("namespace", ""), job.get("name", "")),
            job_type=value.get("jobType") or "",
            execution_id=value.get("executionId"),
            application=Application(application.get("id", ""), application.get("name", "")),
            inputs=_datasets(value.get("inputs")),
            outputs=_datasets(value.get("outputs")),
            sql=value.get("sql"),
            properties=value.get("properties") or {},
            error=value.get("error"),
        )


def _datasets(given: list[Mapping[str, Any]] | None) -> tuple[Dataset, ...]:
    return tuple(Dataset(each["namespace"], each["name"]) for each in given or ())


def _drop(target: str, name: str, facet: object, dataset: Dataset | None) -> None:
    """Discard a facet: the default of a context in a test."""


@dataclass(frozen=True, slots=True)
class Context:
    """The current event, and methods to add facets to it."""

    event: Event = field(default_factory=Event)
    emit: Callable[[str, str, object, Dataset | None], None] = _drop

    @property
    def type(self) -> str:
        """``START``, ``RUNNING``, ``COMPLETE``, ``FAIL`` or ``ABORT``."""
        return self.event.type

    @property
    def run_id(self) -> str:
        """The run's UUID."""
        return self.event.run_id

    @property
    def job(self) -> Job:
        """The job's namespace and name."""
        return self.event.job

    @property
    def application(self) -> Application:
        """The Spark application's id and name."""
        return self.event.application

    @property
    def inputs(self) -> tuple[Dataset, ...]:
        """The input datasets as far as they are known; empty at START."""
        return self.event.inputs

    @property
    def outputs(self) -> tuple[Dataset, ...]:
        """The output datasets as far as they are known; empty at START."""
        return self.event.outputs

    @property
    def sql(self) -> str | None:
        """The text of the query, if it was SQL."""
        return self.event.sql

    @property
    def properties(self) -> Mapping[str, str]:
        """The Spark settings that ``spark.openlineage.capturedProperties`` names, redacted."""
        return self.event.properties

    def emit_run_facet(self, name: str, facet: object) -> None:
        """Add a facet to the run of this event.

        Raises :class:`~headwater.FacetError` for an invalid facet.
        """
        self.emit("run", name, facet, None)

    def emit_job_facet(self, name: str, facet: object) -> None:
        """Add a facet to the job of this event."""
        self.emit("job", name, facet, None)

    def emit_dataset_facet(self, name: str, facet: object, dataset: Dataset | None = None) -> None:
        """Add a facet to one dataset of this event, or to all of them."""
        self.emit("dataset", name, facet, dataset)
