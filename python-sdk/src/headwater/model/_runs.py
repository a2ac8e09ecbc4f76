"""The events of one run of a job, and the runs that the lineage of a dataset comes from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from headwater._reading.fields import TERMINAL_TYPES
from headwater.model._declared import is_declared
from headwater.model._facts import change_of, statistic_of, text_at

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping
    from datetime import datetime

    from headwater.events import DatasetRef, RunEvent

    K = TypeVar("K", bound=Hashable)

__all__ = [
    "HISTORY_FACETS",
    "LINEAGE_FACETS",
    "JobRun",
    "Write",
    "amounts_of",
    "application_of",
    "drops",
    "failed_runs",
    "is_streaming",
    "last_writes",
    "lineage_runs",
    "replaces",
]

R = TypeVar("R")
Key = tuple[str, str]
HISTORY_FACETS = frozenset({"errorMessage", "headwater_batch", "headwater_coverage", "parent", "spark.exception"})
"""The run facets that the history of a job is made from."""
LINEAGE_FACETS = HISTORY_FACETS | {"headwater_views"}
"""The run facets that the model is made from."""

_REPLACES = {"CREATE", "DROP", "OVERWRITE", "TRUNCATE"}
"""The changes of a dataset after which nothing is left of what earlier runs have written."""
_AMOUNTS = ("rowCount", "size", "fileCount")
_MAX_LINEAGE_RUNS = 1000


@dataclass(slots=True)
class JobRun:
    """The events of one run, in the order of their times; of a declared job, its one event."""

    events: list[RunEvent] = field(default_factory=list)

    @property
    def job(self) -> Key:
        return self.events[-1].job_namespace, self.events[-1].job_name

    @property
    def started(self) -> datetime:
        return self.events[0].time

    @property
    def end(self) -> RunEvent | None:
        """The terminal event of the run; a failure takes precedence over a later completion."""
        ends = [event for event in self.events if event.type in TERMINAL_TYPES]
        return next((event for event in ends if event.type != "COMPLETE"), ends[-1] if ends else None)

    @property
    def is_declared(self) -> bool:
        return is_declared(self.events[0])

    @property
    def status(self) -> str:
        return "RUNNING" if self.end is None else self.end.type

    @property
    def facets(self) -> dict[str, Any]:
        return {name: facet for event in self.events for name, facet in event.run_facets.items()}

    @property
    def job_facets(self) -> dict[str, Any]:
        return {name: facet for event in self.events for name, facet in event.job_facets.items()}

    @property
    def is_streaming(self) -> bool:
        return any(is_streaming(event.job_facets) for event in self.events)

    @property
    def last_write(self) -> datetime | None:
        """The time of the last event that shows that the run has written, or ``None`` if none does.

        A completed run has written; a stream also has if one of its events of the type ``RUNNING`` has outputs. Such an
        event of a batch run may come before it has written.
        """
        if (end := self.end) is not None and end.type == "COMPLETE":
            return end.time
        times = (event.time for event in reversed(self.events) if event.type == "RUNNING" and event.outputs)
        return next(times, None) if self.is_streaming else None

    @property
    def is_trusted(self) -> bool:
        """Whether the run has written, or the job declares its lineage without a run."""
        return self.is_declared or self.last_write is not None

    def trust(self) -> tuple[int, datetime]:
        """Sort key of runs: those that have written last, those that have failed first, then by time."""
        if self.last_write is not None:
            return 2, self.started
        return 1 if self.end is None else 0, self.started

    @property
    def application(self) -> str:
        """What the run is a part of: its stream, its parent run or, without both, all that began at the same time."""
        return application_of(self.facets) or self.started.isoformat()

    def written(self, key: Callable[[DatasetRef], K]) -> dict[K, list[DatasetRef]]:
        """Return what the events say of each output."""
        found: dict[K, list[DatasetRef]] = {}
        for event in self.events:
            for ref in event.outputs:
                found.setdefault(key(ref), []).append(ref)
        return found

    def column_lineage(self, key: Callable[[DatasetRef], K]) -> dict[K, object]:
        """Return the facet ``columnLineage`` of each output that has one, from the last event that has it."""
        found: dict[K, object] = {}
        for event in reversed(self.events):
            for ref in event.outputs:
                if "columnLineage" in ref.facets:
                    found.setdefault(key(ref), ref.facets["columnLineage"])
        return found


@dataclass(frozen=True, slots=True)
class Write(Generic[R]):
    """What one run says of a dataset that it wrote; ``lineage`` is what it says of the sources, to be compared."""

    run: R
    trust: int
    application: str
    replaces: bool
    lineage: object


def last_writes(writes: Iterable[Write[R]], limit: int = _MAX_LINEAGE_RUNS) -> list[Write[R]]:
    """Return the writes that the lineage of a dataset comes from, of those that the runs of one job did.

    ``writes`` are in the order of :meth:`JobRun.trust`. These are that of the latest run that has written and, of the
    same application, those before it since the dataset was replaced: a program may write a table in several steps of
    the same name. Of writes with the same lineage the latest counts; there are at most ``limit``.
    """
    found: list[Write[R]] = []
    for write in writes:
        if found and (write.replaces or _is_of_another(write, found[-1])):
            found = []
        found = [*(each for each in found if each.lineage != write.lineage), write][-limit:]
    return found


def lineage_runs(
    runs: Iterable[JobRun], key: Callable[[DatasetRef], K], limit: int = _MAX_LINEAGE_RUNS
) -> dict[K, list[JobRun]]:
    """Return, for each dataset that runs of one job write, the runs of its `last_writes`, the latest last."""
    writes: defaultdict[K, list[Write[JobRun]]] = defaultdict(list)
    for run in sorted(runs, key=JobRun.trust):
        trust, application, sources = run.trust()[0], run.application, _sources(run)
        for dataset, refs in run.written(key).items():
            lineage = sources, [ref.facets.get("columnLineage") for ref in refs]
            write = Write(run, trust, application, any(map(replaces, refs)), lineage)
            writes[dataset].append(write)
    return {dataset: [write.run for write in last_writes(of, limit)] for dataset, of in writes.items()}


def failed_runs(events: Iterable[RunEvent]) -> set[str]:
    """Return the runs that have ended and have not written, as far as their events show it."""
    runs: dict[str, JobRun] = {}
    for event in events:
        runs.setdefault(event.run_id, JobRun()).events.append(event)
    return {key for key, run in runs.items() if run.end is not None and run.last_write is None}


def _is_of_another(write: Write[R], before: Write[R]) -> bool:
    return write.trust != before.trust or write.application != before.application


def application_of(run_facets: Mapping[str, Any]) -> str:
    """Return the id of what a run is a part of, its stream or else its parent run, or an empty text."""
    above = (text_at(run_facets, name, "run", "runId") for name in ("headwater_batch", "parent"))
    return next(filter(None, above), "")


def is_streaming(job_facets: Mapping[str, Any]) -> bool:
    """Return whether the job is a stream, as an event of it says."""
    return text_at(job_facets, "jobType", "processingType").upper() == "STREAMING"


def replaces(ref: DatasetRef) -> bool:
    """Return whether nothing of what earlier runs have written is in the dataset, as an output says."""
    return change_of(ref.facets) in _REPLACES


def drops(ref: DatasetRef) -> bool:
    """Return whether the dataset is gone, as an output says."""
    return change_of(ref.facets) == "DROP"


def amounts_of(refs: list[DatasetRef]) -> list[int | None]:
    """Return the rows, bytes and files of the last event that counts them; the end of a stream may count none."""
    facets: Mapping[str, Any] = next((ref.facets for ref in reversed(refs) if "outputStatistics" in ref.facets), {})
    return [statistic_of(facets, key) for key in _AMOUNTS]


def _sources(run: JobRun) -> object:
    """Return what a run says of the sources of all its outputs, to be compared."""
    inputs = {(ref.namespace, ref.name) for event in run.events for ref in event.inputs}
    return inputs, run.facets.get("headwater_views")
