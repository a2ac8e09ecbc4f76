"""Read OpenLineage events from files, whoever wrote them.

A file has one event per line, events over several lines, arrays of events, or a backend's answer ``{"events": […]}``;
it may be packed as gz or zst, be a file of a spool, or the database of ``headwater serve``. One event at a time is in
memory, up to 64 MB and 500 objects and arrays deep. What is not an event is an error with its file and line, and the
rest is read.
"""

from __future__ import annotations

import hashlib
import marshal
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from headwater._reading.database import is_database, read_database
from headwater._reading.fields import NO_EVENT, facets_of, object_of, text_of, time_of
from headwater._reading.files import event_files, open_event_file
from headwater._reading.records import read_records
from headwater._reading.text import JsonError, parse_json
from headwater._reading.values import Value, read_values
from headwater.errors import EventError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from headwater._reading.remote import RemoteFile

__all__ = [
    "DatasetEvent",
    "DatasetRef",
    "Entry",
    "Event",
    "EventLog",
    "JobEvent",
    "RunEvent",
    "SharedFacets",
    "event_files",
    "event_of",
    "parse_event",
    "read_entries",
    "read_events",
]


@dataclass(frozen=True, slots=True)
class DatasetRef:
    """A dataset in one event, with its facets."""

    namespace: str
    name: str
    facets: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class _EventOfJob:
    """What the events of runs and of jobs have in common; the facets are unchanged JSON."""

    time: datetime
    job_namespace: str
    job_name: str
    job_facets: Mapping[str, Any]
    inputs: tuple[DatasetRef, ...]
    outputs: tuple[DatasetRef, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEvent(_EventOfJob):
    """One OpenLineage run event."""

    type: str
    run_id: str
    run_facets: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobEvent(_EventOfJob):
    """What a job reads and writes, without a run: lineage that a tool declares."""


@dataclass(frozen=True, slots=True)
class DatasetEvent:
    """The facets of a dataset, without a job."""

    time: datetime
    dataset: DatasetRef


Event = RunEvent | JobEvent | DatasetEvent
_AnyEvent = TypeVar("_AnyEvent", RunEvent, JobEvent, DatasetEvent, Event)


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of a file: the event and its JSON, or the reason why it is none."""

    place: str
    """The file and the line."""
    raw: dict[str, Any]
    event: Event | None
    error: str = ""


@dataclass(frozen=True, slots=True)
class EventLog:
    """The events in the order of their times; how many values were skipped, and the error of the first one."""

    events: tuple[Event, ...]
    skipped: int = 0
    first_error: str = ""


def read_events(paths: Iterable[str | Path], *, lenient: bool = False) -> EventLog:
    """Read event files, folders of event files, and those at addresses of object stores.

    A value that is not an event raises :class:`~headwater.EventError` with the file name and the line number; if
    ``lenient`` is true, it is counted instead, and the rest is read.
    """
    events: list[Event] = []
    shared = SharedFacets()
    skipped, first_error = 0, ""
    for entry in read_entries(paths):
        if entry.event is not None:
            events.append(shared.in_event(entry.event))
            continue
        error = f"{entry.place}: {entry.error}"
        if not lenient:
            raise EventError(f"{error} (--lenient skips it and reads the rest)")
        skipped, first_error = skipped + 1, first_error or error
    events.sort(key=lambda event: event.time)
    return EventLog(tuple(events), skipped, first_error)


class SharedFacets:
    """Keeps each facet of a dataset in memory once: the schema of a table is the same in most of its events."""

    def __init__(self) -> None:
        self._seen: dict[bytes, Any] = {}

    def __len__(self) -> int:
        """Return the number of different facets."""
        return len(self._seen)

    def in_event(self, event: _AnyEvent) -> _AnyEvent:
        """Return the event with shared facets."""
        if isinstance(event, DatasetEvent):
            return replace(event, dataset=self._in_dataset(event.dataset))
        inputs, outputs = (tuple(map(self._in_dataset, refs)) for refs in (event.inputs, event.outputs))
        return replace(event, inputs=inputs, outputs=outputs)

    def _in_dataset(self, ref: DatasetRef) -> DatasetRef:
        return replace(ref, facets={name: self._shared(facet) for name, facet in ref.facets.items()})

    def _shared(self, facet: Any) -> Any:  # noqa: ANN401 - JSON
        # version 2 writes equal values as equal bytes; later versions also write which strings are one object
        content = marshal.dumps(facet, 2)
        return self._seen.setdefault(hashlib.blake2b(content, digest_size=16).digest(), facet)


def read_entries(paths: Iterable[str | Path]) -> Iterator[Entry]:
    """Yield the events of files and folders in the order of the files, and an entry for each error.

    Raises :class:`~headwater.UsageError` if there are no files, and no error because of their content.
    """
    for file in event_files(paths):
        for found in _values(file):
            place = f"{file}, line {found.line}"
            if found.error:
                yield Entry(place, {}, None, found.error)
            else:
                yield from (_entry(place, raw) for raw in _unwrapped(found.value))


def _values(file: Path | RemoteFile) -> Iterator[Value]:
    line = 1
    try:
        if isinstance(file, Path) and is_database(file):
            yield from read_database(file)
            return
        with open_event_file(file) as content:
            for found in read_records(content) if file.suffix == ".seg" else read_values(content):
                line = found.line
                yield found
    except EventError as error:
        yield Value(line, error=str(error))


def _unwrapped(value: Any) -> list[Any]:  # noqa: ANN401 - JSON
    """Return the events of a backend's answer, such as Marquez's, or the event that a backend has refused for good."""
    if not isinstance(value, dict) or "eventTime" in value:
        return [value]
    if isinstance(value.get("event"), dict) and "reason" in value:
        return [value["event"]]
    return value["events"] if isinstance(value.get("events"), list) else [value]


def _entry(place: str, raw: Any) -> Entry:  # noqa: ANN401 - JSON
    try:
        return Entry(place, raw, event_of(raw))
    except EventError as error:
        return Entry(place, {}, None, str(error))


def parse_event(text: str) -> Event:
    """Parse the JSON text of one event.

    Raises :class:`~headwater.EventError` if it is not an OpenLineage event.

    >>> event = parse_event('{"eventTime": "2024-05-01T10:00:00Z", "eventType": "START", '
    ...                     '"run": {"runId": "r1"}, "job": {"namespace": "n", "name": "j"}}')
    >>> event.type, event.job_name, event.time.isoformat()
    ('START', 'j', '2024-05-01T10:00:00+00:00')
    >>> parse_event('{"eventType": "START"}')
    Traceback (most recent call last):
    headwater.errors.EventError: it is JSON, but not an OpenLineage event: 'eventTime' is missing
    """
    try:
        return event_of(parse_json(text.encode("utf-8", "surrogatepass")))
    except JsonError as error:
        raise EventError(str(error)) from None


def event_of(raw: Any) -> Event:  # noqa: ANN401 - JSON
    """Return the event that a JSON value is.

    Raises :class:`~headwater.EventError` if it is not an OpenLineage event.
    """
    if not isinstance(raw, dict):
        raise EventError(f"{NO_EVENT}: not an object")
    time = time_of(text_of(raw, "eventTime"))
    if "run" not in raw and "dataset" in raw:
        return DatasetEvent(time, _dataset(object_of(raw, "dataset"), "facets"))
    if "run" not in raw and "job" not in raw:
        raise EventError(f"{NO_EVENT}: it has no run, no job and no dataset")
    run = object_of(raw, "run") if "run" in raw else None
    job = object_of(raw, "job")
    common: dict[str, Any] = {
        "time": time,
        "job_namespace": text_of(job, "namespace"),
        "job_name": text_of(job, "name"),
        "job_facets": facets_of(job, "facets"),
        "inputs": _datasets(raw, "inputs"),
        "outputs": _datasets(raw, "outputs"),
    }
    if run is None:
        return JobEvent(**common)
    return RunEvent(
        type=str(raw.get("eventType") or "OTHER").upper(),
        run_id=text_of(run, "runId"),
        run_facets=facets_of(run, "facets"),
        **common,
    )


def _datasets(raw: Mapping[str, Any], key: str) -> tuple[DatasetRef, ...]:
    items = raw.get(key) or []
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise EventError(f"{NO_EVENT}: {key!r} is not a list of objects")
    return tuple(_dataset(item, "facets", key.removesuffix("s") + "Facets") for item in items)


def _dataset(raw: Mapping[str, Any], *sections: str) -> DatasetRef:
    found = {name: facet for section in sections for name, facet in facets_of(raw, section).items()}
    return DatasetRef(text_of(raw, "namespace"), text_of(raw, "name"), found)
