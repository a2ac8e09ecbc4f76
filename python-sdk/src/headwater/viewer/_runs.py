"""The events of one run of a job."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from headwater.viewer._declared import is_declared

if TYPE_CHECKING:
    from datetime import datetime

    from headwater.events import RunEvent

__all__ = ["HISTORY_FACETS", "LINEAGE_FACETS", "JobRun"]

Key = tuple[str, str]
HISTORY_FACETS = frozenset({"errorMessage", "headwater_coverage", "parent", "spark.exception"})
"""The run facets that the history of a job is made from."""
LINEAGE_FACETS = HISTORY_FACETS | {"headwater_views"}
"""The run facets that the model is made from."""

_TERMINAL = {"COMPLETE", "FAIL", "ABORT"}
_TRUST = {"COMPLETE": 2, "RUNNING": 1}


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
        ends = [event for event in self.events if event.type in _TERMINAL]
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
