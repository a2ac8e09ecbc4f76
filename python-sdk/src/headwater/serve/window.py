"""The events that the graph is built from, so that memory grows with the jobs and datasets, not with the events.

Of each job these are the latest runs. The lineage of a dataset comes from the latest run of the job that has
written it, and from some before it; the other runs are only in the job's history, so they are kept without datasets and
SQL.
"""

from __future__ import annotations

from bisect import insort
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import TYPE_CHECKING, TypeVar

from headwater.events import DatasetEvent, JobEvent, RunEvent, SharedFacets
from headwater.model import HISTORY_FACETS, LINEAGE_FACETS, JobRun, is_streaming, lineage_runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from headwater.events import DatasetRef, Event

__all__ = ["MAX_JOBS", "MAX_RUNS", "EventWindow"]

Key = tuple[str, str]
V = TypeVar("V")
MAX_RUNS = 20
"""The number of runs that are kept of each job, of those that have ended and of the others, beside those that lineage
comes from: a run that ends late began before many that are newer."""
MAX_JOBS = 50_000
"""The number of jobs, and of datasets with events of their own; the one whose last event is the oldest goes first."""
_MAX_EVENTS_OF_RUN = 3
"""A stream that ends without COMPLETE may have one more."""
_FACETS_BEFORE_CLEANING = 10_000
_OUTPUT_FACETS = {"lifecycleStateChange", "outputStatistics"}
"""The facets of an output that a run keeps without its lineage: what it wrote, and whether it began anew."""
_STREAM_FACETS = {"jobType"}
"""The facets of a job that a run of a stream keeps without its lineage."""
_ENDS = ("COMPLETE", "ABORT", "FAIL")
"""The types of events that end a run; of two, the later one in this list counts."""


@dataclass(slots=True)
class _RunsOfJob:
    """The ids of the runs that are kept of a job, each with its place in the order of arrival of all runs."""

    ids: dict[str, int] = field(default_factory=dict)
    new_events: int = 0
    """The number of events since the last trim."""
    kept: int = 0
    """The number of runs after the last trim."""

    def add(self, run: str, arrival: int) -> None:
        self.ids[run] = arrival
        self.new_events += 1

    @property
    def is_trim_due(self) -> bool:
        """Whether there are as many new events as a trim has work, so that its costs do not grow with the runs."""
        return self.new_events > max(self.kept, MAX_RUNS)


class _Newest(OrderedDict[Key, V]):
    """What is kept of each job or dataset, that with the oldest last event first; beyond a limit it is left out."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._limit = limit
        self._left_out: set[int] = set()
        """The hashes of the names, which take less memory."""

    @property
    def left_out(self) -> int:
        """The number of those that are left out now."""
        return len(self._left_out)

    def renew(self, key: Key) -> V | None:
        """Make a key the newest one; return what was kept of the oldest one if it is left out now."""
        self.move_to_end(key)
        self._left_out.discard(hash(key))
        if len(self) <= self._limit:
            return None
        oldest, value = self.popitem(last=False)
        self._left_out.add(hash(oldest))
        return value


class EventWindow:
    """Keeps what the graph needs of a stream of events.

    Their order matters only for runs that began at the same time: the one that came last is the latest, as for the
    model.
    """

    def __init__(self, max_jobs: int = MAX_JOBS) -> None:
        self._runs: dict[str, JobRun] = {}
        self._arrivals = count()
        self._jobs: _Newest[_RunsOfJob] = _Newest(max_jobs)
        self._declared: _Newest[JobEvent] = _Newest(max_jobs)
        self._datasets: _Newest[list[DatasetEvent]] = _Newest(max_jobs)
        self._shared = SharedFacets()
        self._facets_after_cleaning = 0

    @property
    def left_out(self) -> int:
        """The number of jobs and datasets that are left out now because there are too many."""
        return self._jobs.left_out + self._declared.left_out + self._datasets.left_out

    def add(self, event: Event) -> None:
        """Add an event, and remove what it takes the place of."""
        if isinstance(event, RunEvent):
            self._add_run_event(event)
        elif isinstance(event, JobEvent):
            self._add_job_event(event)
        else:
            key = event.dataset.namespace, event.dataset.name
            of_dataset = self._datasets.setdefault(key, [])
            insort(of_dataset, self._shared.in_event(event), key=lambda each: each.time)
            of_dataset[:] = _newest_facets(of_dataset)
            self._datasets.renew(key)
        self._clean()

    def events(self) -> list[Event]:
        """Return the events in the order of their times."""
        for runs in self._jobs.values():
            self._trim(runs)
        of_runs = chain.from_iterable(run.events for run in self._runs.values())
        found: list[Event] = [*of_runs, *self._declared.values(), *chain.from_iterable(self._datasets.values())]
        return sorted(found, key=lambda event: event.time)

    def _clean(self) -> None:
        """Forget the facets that no event has any more; this takes as long as adding all events again."""
        if len(self._shared) <= 2 * self._facets_after_cleaning + _FACETS_BEFORE_CLEANING:
            return
        self._shared = SharedFacets()
        for run in self._runs.values():
            run.events[:] = map(self._shared.in_event, run.events)
        self._declared.update({key: self._shared.in_event(event) for key, event in self._declared.items()})
        for of_dataset in self._datasets.values():
            of_dataset[:] = map(self._shared.in_event, of_dataset)
        self._facets_after_cleaning = len(self._shared)

    def _add_job_event(self, event: JobEvent) -> None:
        key = event.job_namespace, event.job_name
        before = self._declared.get(key)
        if before is None or before.time <= event.time:
            self._declared[key] = self._shared.in_event(event)
        self._declared.renew(key)

    def _add_run_event(self, event: RunEvent) -> None:
        needed = {name: facet for name, facet in event.run_facets.items() if name in LINEAGE_FACETS}
        slim = self._shared.in_event(replace(event, run_facets=needed))
        run = self._runs.setdefault(event.run_id, JobRun())
        job_before = run.job if run.events else None
        insort(run.events, slim, key=lambda each: each.time)
        _merge_middle(run.events)
        if job_before is None:
            arrival = next(self._arrivals)
        elif job_before == run.job:
            arrival = self._jobs[run.job].ids[event.run_id]
        else:  # a later event has given the run another job
            arrival = self._remove_run_of(job_before, event.run_id)
        runs = self._jobs.setdefault(run.job, _RunsOfJob())
        runs.add(event.run_id, arrival)
        if runs.is_trim_due:
            self._trim(runs)
        if oldest := self._jobs.renew(run.job):
            for each in oldest.ids:
                del self._runs[each]

    def _remove_run_of(self, job: Key, run: str) -> int:
        arrival = self._jobs[job].ids.pop(run)
        if not self._jobs[job].ids:
            del self._jobs[job]
        return arrival

    def _trim(self, runs: _RunsOfJob) -> None:
        """Keep the latest runs of a job, and those that lineage comes from; of the other ones, only their history."""
        if not runs.new_events:
            return
        ids = sorted(runs.ids, key=lambda run: (self._runs[run].started, runs.ids[run]))
        needed = {ids[-1], *self._writers(ids)}
        places = {False: count(), True: count()}
        for run in reversed(ids):
            is_running = self._runs[run].status == "RUNNING"
            place = next(places[is_running])
            if run in needed:
                continue
            if place >= MAX_RUNS:
                del self._runs[run]
                del runs.ids[run]
            elif not is_running:
                _strip(self._runs[run])
        runs.new_events, runs.kept = 0, len(runs.ids)

    def _writers(self, ids: list[str]) -> Iterable[str]:
        """Return the runs that the lineage of the datasets comes from."""
        found = lineage_runs((self._runs[run] for run in ids), _name, limit=MAX_RUNS)
        return {run.events[-1].run_id for of_dataset in found.values() for run in of_dataset}


def _name(ref: DatasetRef) -> Key:
    return ref.namespace, ref.name


def _strip(run: JobRun) -> None:
    if _is_stripped(run.events):
        return
    first, last = run.events[0], run.events[-1]
    facets = {name: facet for name, facet in run.facets.items() if name in HISTORY_FACETS}
    outputs = {_name(ref): ref for event in run.events for ref in event.outputs}
    written = tuple(_with_history(outputs.values()))
    # The job is that of the last event, under which the run is kept; the terminal event may name another one.
    type_, last_write = (run.end or last).type, run.last_write
    kind = {name: facet for name, facet in run.job_facets.items() if run.is_streaming and name in _STREAM_FACETS}
    end = replace(last, type=type_, run_facets=facets, job_facets=kind, inputs=(), outputs=written)
    start = replace(first, type="START", run_facets={}, job_facets={}, inputs=(), outputs=())
    if last_write is None or type_ == "COMPLETE":
        run.events[:] = [start, end]
    else:
        run.events[:] = [start, replace(end, time=last_write, type="RUNNING", run_facets={}), end]


def _is_stripped(events: list[RunEvent]) -> bool:
    start, *ends = events
    has_lineage = start.outputs or any(event.inputs or event.job_facets.keys() - _STREAM_FACETS for event in events)
    is_short = 0 < len(ends) <= 1 + is_streaming(ends[-1].job_facets)
    outputs = (ref for event in ends for ref in event.outputs)
    return is_short and not has_lineage and all(ref.facets.keys() <= _OUTPUT_FACETS for ref in outputs)


def _with_history(refs: Iterable[DatasetRef]) -> Iterator[DatasetRef]:
    for ref in refs:
        yield replace(ref, facets={name: facet for name, facet in ref.facets.items() if name in _OUTPUT_FACETS})


def _merge_middle(events: list[RunEvent]) -> None:
    """Merge the events between the first one and the last one of a run with many events, such as a streaming query.

    Those that show that a stream has written stay beside its end, which may be a failure.
    """
    if len(events) <= _MAX_EVENTS_OF_RUN:
        return
    kinds: dict[bool, RunEvent] = {}
    is_stream = any(is_streaming(event.job_facets) for event in events)
    for event in events[1:-1]:
        shows_write = is_stream and event.type == "RUNNING" and bool(event.outputs)
        kinds[shows_write] = _merged(kinds[shows_write], event) if shows_write in kinds else event
    events[1:-1] = sorted(kinds.values(), key=lambda event: event.time)


def _merged(before: RunEvent, after: RunEvent) -> RunEvent:
    return replace(
        after,
        type=max(after.type, before.type, key=lambda type_: _ENDS.index(type_) if type_ in _ENDS else -1),
        job_facets={**before.job_facets, **after.job_facets},
        run_facets={**before.run_facets, **after.run_facets},
        inputs=_merge_refs(before.inputs, after.inputs),
        outputs=_merge_refs(before.outputs, after.outputs),
    )


def _merge_refs(before: Iterable[DatasetRef], after: Iterable[DatasetRef]) -> tuple[DatasetRef, ...]:
    merged: dict[Key, DatasetRef] = {}
    for ref in chain(before, after):
        known = merged.get(_name(ref))
        merged[_name(ref)] = replace(ref, facets={**known.facets, **ref.facets}) if known else ref
    return tuple(merged.values())


def _newest_facets(events: list[DatasetEvent]) -> list[DatasetEvent]:
    """Return the events of one dataset in the order of their times, each facet only in the last one that has it."""
    seen: set[str] = set()
    kept: list[DatasetEvent] = []
    for event in reversed(events):
        facets = {name: facet for name, facet in event.dataset.facets.items() if name not in seen}
        if facets:
            kept.append(replace(event, dataset=replace(event.dataset, facets=facets)))
        seen |= facets.keys()
    return kept[::-1] or events[-1:]
