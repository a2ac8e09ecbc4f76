"""The events in one file of the agent's spool."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from headwater._reading.fields import NO_EVENT, object_at
from headwater._reading.text import JsonError, parse_json
from headwater._records import IN_HEADER, Acknowledgement, Digits, scan

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Segment", "StoredEvent", "run_id_of"]


@dataclass(frozen=True)
class StoredEvent:
    """An event in a segment: its text, and the offset of its end.

    The JSON of a spool needs many times the memory of its text, so it is not kept.
    """

    text: str
    end: int

    @property
    def event(self) -> dict[str, Any]:
        """The JSON, which each call reads again; empty if there is an `error`."""
        return _event(self.text)[0]

    @cached_property
    def run(self) -> str:
        """The id of the event's run, or an empty text."""
        return run_id_of(self.event)

    @cached_property
    def error(self) -> str:
        """Why the text is no event, or an empty text."""
        return _event(self.text)[1]


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment file: its header, and its events in the order of their end offsets."""

    path: Path
    header: dict[str, Any]
    events: tuple[StoredEvent, ...]
    acknowledged: Acknowledgement

    @classmethod
    def read(cls, path: Path) -> Segment:
        """Read a file; corrupt records are skipped."""
        header: dict[str, Any] = {}
        events = []
        for stored in (StoredEvent(text, end) for text, end in scan(path.read_bytes())):
            if IN_HEADER in stored.text and IN_HEADER in stored.event:
                header = stored.event
            else:
                events.append(stored)
        return cls(path, header, tuple(events), Acknowledgement.read(path.with_suffix(".ack")))

    @property
    def waiting(self) -> list[StoredEvent]:
        """The events that have not been delivered yet."""
        return [event for event in self.events if self.acknowledged.is_waiting(event.end)]

    def acknowledge(self, end: int) -> None:
        """Record that the event that ends at ``end`` is done; events before it may still wait."""
        before, ends = self.acknowledged, attrgetter("end")
        start, stop = bisect_right(self.events, before.up_to, key=ends), bisect_left(self.events, end, key=ends)
        passed_over = dict.fromkeys(map(ends, self.events[start:stop]), 0)
        before.failing = passed_over | before.failing
        before.failing.pop(end, None)
        before.up_to = max(end, before.up_to)
        before.write(self.path.with_suffix(".ack"))


def run_id_of(event: dict[str, Any]) -> str:
    """Return the id of an event's run, or an empty text."""
    return str(object_at(event, "run").get("runId", ""))


def _event(text: str) -> tuple[dict[str, Any], str]:
    """Return the JSON of an event, or why it is none."""
    try:
        value = parse_json(text.encode(), parse_float=Digits)
    except JsonError as error:
        return {}, str(error)
    return (value, "") if isinstance(value, dict) else ({}, f"{NO_EVENT}: not an object")
