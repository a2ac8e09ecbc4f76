"""The events of one run of a job, and the runs that the lineage of a dataset comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from headwater._reading.fields import TERMINAL_TYPES
from headwater.model._declared import is_declared
from headwater.model._facts import text_at

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable
    from datetime import datetime

    from headwater.events import DatasetRef, RunEvent

    K = TypeVar("K", bound=Hashable)

__all__ = ["HISTORY_FACETS", "LINEAGE_FACETS", "JobRun", "lineage_runs"]

Key = tuple[str, str]
HISTORY_FACETS = frozenset({"errorMessage", "headwater_batch", "headwater_coverage", "parent", "spark.exception"})
"""The run facets that the history of a job is made from."""
LINEAGE_FACETS = HISTORY_FACETS | {"headwater_views"}
"""The run facets that the model is made from."""

_TRUST = {"COMPLETE": 2, "RUNNING": 1}
_REPLACES = {"CREATE", "DROP", "OVERWRITE", "TRUNCATE"}
"""The changes of a dataset after which nothing is left of what earlier runs have written."""
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
    def is_trusted(self) -> bool:
        """Whether the run has completed, or the job declares its lineage without a run."""
        return self.is_declared or self.status == "COMPLETE"

    def trust(self) -> tuple[int, datetime]:
        """Sort key of runs: completed runs first, then by time."""
        return _TRUST.get(self.status, 0), self.started

    @property
    def application(self) -> str:
        """What the run is a part of: its stream, its parent run or, without both, all that began at the same time."""
        above = (text_at(self.facets, name, "run", "runId") for name in ("headwater_batch", "parent"))
        return next(filter(None, above), self.started.isoformat())

    def written(self, key: Callable[[DatasetRef], K]) -> dict[K, list[DatasetRef]]:
        """Return what the events say of each output."""
        found: dict[K, list[DatasetRef]] = {}
        for event in self.events:
            for ref in event.outputs:
                found.setdefault(key(ref), []).append(ref)
        return found


def lineage_runs(
    runs: Iterable[JobRun], key: Callable[[DatasetRef], K], limit: int = _MAX_LINEAGE_RUNS
) -> dict[K, list[JobRun]]:
    """Return, for each dataset that runs of one job write, the runs that its lineage comes from, the latest last.

    These are the latest completed run and, of the same application, those before it since the dataset was replaced: a
    program may write a table in several steps of the same name. Of runs with the same lineage the latest counts; there
    are at most ``limit``.
    """
    found: dict[K, list[tuple[JobRun, object]]] = {}
    for run in sorted(runs, key=JobRun.trust):
        for dataset, refs in run.written(key).items():
            before = found.get(dataset, [])
            if not before or _starts_anew(run, refs, before[-1][0]):
                before = []
            says = _lineage(run, refs)
            others = [each for each in before if each[1] != says]
            found[dataset] = [*others, (run, says)][-limit:]
    return {dataset: [run for run, _ in of_dataset] for dataset, of_dataset in found.items()}


def _starts_anew(run: JobRun, refs: list[DatasetRef], before: JobRun) -> bool:
    """Return whether nothing of what an earlier run has written is in the dataset, as far as it is known."""
    changes = (text_at(ref.facets, "lifecycleStateChange", "lifecycleStateChange") for ref in refs)
    return (
        run.trust()[0] != before.trust()[0]
        or run.application != before.application
        or any(change.upper() in _REPLACES for change in changes)
    )


def _lineage(run: JobRun, refs: list[DatasetRef]) -> object:
    """Return what a run says of the sources of a dataset, to be compared."""
    inputs = {(ref.namespace, ref.name) for event in run.events for ref in event.inputs}
    return inputs, [ref.facets.get("columnLineage") for ref in refs], run.facets.get("headwater_views")
