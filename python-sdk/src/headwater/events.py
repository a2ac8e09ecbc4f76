"""Read OpenLineage events from files with one JSON object per line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.errors import EventError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["DatasetRef", "EventLog", "RunEvent", "event_files", "facets", "parse_event", "read_events"]

_SUFFIXES = ("*.jsonl", "*.ndjson", "*.json")


@dataclass(frozen=True, slots=True)
class DatasetRef:
    """A dataset in one event, with its facets."""

    namespace: str
    name: str
    facets: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RunEvent:
    """One OpenLineage run event; the facets are unchanged JSON."""

    time: datetime
    type: str
    run_id: str
    run_facets: Mapping[str, Any]
    job_namespace: str
    job_name: str
    job_facets: Mapping[str, Any]
    inputs: tuple[DatasetRef, ...]
    outputs: tuple[DatasetRef, ...]


@dataclass(frozen=True, slots=True)
class EventLog:
    """The events in the order of their times, and the numbers of skipped lines."""

    events: tuple[RunEvent, ...]
    bad_lines: int = 0
    without_run: int = 0


def read_events(paths: Iterable[str | Path], *, lenient: bool = False) -> EventLog:
    """Read event files, and folders of event files.

    A line that is not an event raises :class:`~headwater.EventError` with the file name and the line number; if
    ``lenient`` is true, it is counted instead. Dataset and job events, which have no run, are counted and skipped.
    """
    events: list[RunEvent] = []
    bad = without_run = 0
    for file in event_files(paths):
        with file.open(encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                try:
                    event = parse_event(line)
                except EventError as error:
                    if not lenient:
                        raise EventError(f"{file}, line {number}: {error} (--lenient skips such lines)") from error
                    bad += 1
                    continue
                if event is None:
                    without_run += 1
                else:
                    events.append(event)
    events.sort(key=lambda event: event.time)
    return EventLog(tuple(events), bad, without_run)


def event_files(paths: Iterable[str | Path]) -> list[Path]:
    """Return the given files, and the event files in the given folders."""
    files: dict[Path, None] = {}
    for path in map(Path, paths):
        if path.is_dir():
            found = sorted(file for suffix in _SUFFIXES for file in path.rglob(suffix))
            if not found:
                raise UsageError(f"{path} contains no event files ({', '.join(_SUFFIXES)})")
            files |= dict.fromkeys(found)
        elif path.is_file():
            files[path] = None
        else:
            raise UsageError(f"no such file or folder: {path}")
    return list(files)


def parse_event(line: str) -> RunEvent | None:
    """Parse one line; return ``None`` for a dataset or job event, which has no run.

    Raises :class:`~headwater.EventError` if the line is not an OpenLineage event.

    >>> event = parse_event('{"eventTime": "2024-05-01T10:00:00Z", "eventType": "START", '
    ...                     '"run": {"runId": "r1"}, "job": {"namespace": "n", "name": "j"}}')
    >>> event.type, event.job_name, event.time.isoformat()
    ('START', 'j', '2024-05-01T10:00:00+00:00')
    >>> parse_event('{"eventType": "START"}')
    Traceback (most recent call last):
    headwater.errors.EventError: it is JSON, but not an OpenLineage event: 'eventTime' is missing
    """
    raw = _json_object(line)
    time = _time(_text(raw, "eventTime"))
    if "run" not in raw and ("dataset" in raw or "job" in raw):
        return None
    run, job = _object(raw, "run"), _object(raw, "job")
    return RunEvent(
        time=time,
        type=str(raw.get("eventType") or "OTHER").upper(),
        run_id=_text(run, "runId"),
        run_facets=_facets(run, "facets"),
        job_namespace=_text(job, "namespace"),
        job_name=_text(job, "name"),
        job_facets=_facets(job, "facets"),
        inputs=_datasets(raw, "inputs"),
        outputs=_datasets(raw, "outputs"),
    )


def _json_object(line: str) -> dict[str, Any]:
    try:
        raw = json.loads(line)
    except ValueError as error:
        raise EventError(f"not JSON: {error}") from error
    if not isinstance(raw, dict):
        raise EventError("it is JSON, but not an OpenLineage event: not an object")
    return raw


def _datasets(raw: Mapping[str, Any], key: str) -> tuple[DatasetRef, ...]:
    items = raw.get(key) or []
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise EventError(f"it is JSON, but not an OpenLineage event: {key!r} is not a list of objects")
    extra = key.removesuffix("s") + "Facets"
    return tuple(
        DatasetRef(_text(item, "namespace"), _text(item, "name"), {**_facets(item, "facets"), **_facets(item, extra)})
        for item in items
    )


def _facets(raw: Mapping[str, Any], key: str) -> dict[str, Any]:
    facets = raw.get(key) or {}
    if not isinstance(facets, dict):
        raise EventError(f"it is JSON, but not an OpenLineage event: {key!r} is not an object")
    return {name: facet for name, facet in facets.items() if isinstance(facet, dict)}


def _object(raw: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = raw.get(key)
    if not isinstance(value, dict):
        raise EventError(f"it is JSON, but not an OpenLineage event: {key!r} is missing")
    return value


def _text(raw: Mapping[str, Any], key: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str):
        raise EventError(f"it is JSON, but not an OpenLineage event: {key!r} is missing")
    return value


def _time(text: str) -> datetime:
    # Before Python 3.11, fromisoformat supports neither "Z" nor fractions other than three or six digits.
    whole, dot, rest = text.replace("Z", "+00:00").partition(".")
    digits = len(rest) - len(rest.lstrip("0123456789"))
    fraction = dot + rest[:digits][:6].ljust(6, "0") + rest[digits:] if dot else ""
    try:
        time = datetime.fromisoformat(whole + fraction)
    except ValueError as error:
        raise EventError(f"it is JSON, but not an OpenLineage event: {text!r} is not a time") from error
    return time if time.tzinfo else time.replace(tzinfo=timezone.utc)


def facets(event: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the name and the JSON of each facet of an event."""
    for holder in (event.get("run", {}), event.get("job", {}), *event.get("inputs", []), *event.get("outputs", [])):
        for section in ("facets", "inputFacets", "outputFacets"):
            yield from (holder.get(section) or {}).items()
