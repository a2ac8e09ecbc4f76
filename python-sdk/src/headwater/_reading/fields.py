"""The fields of an event's JSON: those that must be there, and those that other producers write in any form."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from headwater.errors import EventError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = [
    "NO_EVENT",
    "TERMINAL_TYPES",
    "facets",
    "facets_of",
    "object_at",
    "object_of",
    "sequence_facet",
    "text_of",
    "time_of",
]

NO_EVENT = "it is JSON, but not an OpenLineage event"
TERMINAL_TYPES = frozenset({"COMPLETE", "FAIL", "ABORT"})
"""The types of the events that end a run."""
_MAX_QUOTE = 80
_SHORT_ZONE = re.compile(r"(:\d\d(?:\.\d+)?[+-]\d\d)(\d\d)?\Z")
_FIRST_TIME = datetime(1, 1, 1, tzinfo=timezone.utc)
_END_OF_TIMES = datetime(9999, 1, 1, tzinfo=timezone.utc)
"""What is later may not be a time any more after it is rounded, or in another zone."""


def facets_of(raw: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the facets that are objects; `null` is as good as none."""
    facets = raw.get(key) or {}
    if not isinstance(facets, dict):
        raise EventError(f"{NO_EVENT}: {key!r} is not an object")
    return {name: facet for name, facet in facets.items() if isinstance(facet, dict)}


def object_of(raw: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return an object that an event must have."""
    value = raw.get(key)
    if not isinstance(value, dict):
        raise EventError(f"{NO_EVENT}: {key!r} is {'missing' if value is None else 'not an object'}")
    return value


def text_of(raw: Mapping[str, Any], key: str) -> str:
    """Return a text that an event must have."""
    value = raw.get(key)
    if not isinstance(value, str):
        raise EventError(f"{NO_EVENT}: {key!r} is {'missing' if value is None else 'not a text'}")
    return value


def time_of(text: str) -> datetime:
    """Return a time in the form of RFC 3339 or, as other producers write it, of ISO 8601; without a zone, it is in UTC.

    Raises :class:`~headwater.EventError` if it is none.
    """
    # Before Python 3.11, fromisoformat supports neither "Z" nor fractions other than three or six digits, nor a zone
    # without a colon or without minutes.
    whole, dot, rest = text.upper().replace("Z", "+00:00").partition(".")
    digits = len(rest) - len(rest.lstrip("0123456789"))
    fraction = dot + rest[:digits][:6].ljust(6, "0") + rest[digits:] if dot else ""
    complete = _SHORT_ZONE.sub(lambda found: f"{found[1]}:{found[2] or '00'}", whole + fraction)
    try:
        time = datetime.fromisoformat(complete)
    except ValueError as error:
        raise EventError(f"{NO_EVENT}: {text[:_MAX_QUOTE]!r} is not a time") from error
    time = time if time.tzinfo else time.replace(tzinfo=timezone.utc)
    if not _FIRST_TIME <= time < _END_OF_TIMES:
        raise EventError(f"{NO_EVENT}: {text[:_MAX_QUOTE]!r} is not within the years 1 to 9998 in UTC")
    return time


def facets(event: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the name and the JSON of each facet of an event, which may be of any type."""
    holders = [event.get("run"), event.get("job"), event.get("dataset")]
    for datasets in (event.get("inputs"), event.get("outputs")):
        holders += datasets if isinstance(datasets, list) else []
    for holder in holders:
        for section in ("facets", "inputFacets", "outputFacets"):
            yield from object_at(holder, section).items()


def object_at(value: object, *path: str) -> dict[str, Any]:
    """Return the object at a path of keys, or an empty one if there is none.

    >>> object_at({"run": {"facets": None}}, "run", "facets")
    {}
    """
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def sequence_facet(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facet in which the agent numbers the events of a run, or an empty object."""
    return object_at(event, "run", "facets", "headwater_sequence")
