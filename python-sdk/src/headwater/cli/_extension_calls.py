"""The calls of extensions that applications report in their last event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from headwater.events import RunEvent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from headwater.events import EventLog

__all__ = ["ExtensionCalls", "calls_of"]


@dataclass(frozen=True, slots=True)
class ExtensionCalls:
    """The calls of one extension; times are in milliseconds."""

    calls: int = 0
    errors: int = 0
    millis: float = 0.0
    max_millis: float = 0.0

    def __add__(self, other: ExtensionCalls) -> ExtensionCalls:
        """Return the calls of both."""
        return ExtensionCalls(
            self.calls + other.calls,
            self.errors + other.errors,
            self.millis + other.millis,
            max(self.max_millis, other.max_millis),
        )

    @property
    def text(self) -> str:
        """The calls in a sentence.

        >>> ExtensionCalls(12, 1, 30.5, 9.25).text
        '12 calls, 1 of them failed; 30.5 ms, the longest 9.2 ms'
        """
        failed = f", {self.errors} of them failed" if self.errors else ""
        return f"{self.calls} calls{failed}; {self.millis:.1f} ms, the longest {self.max_millis:.1f} ms"


def calls_of(log: EventLog) -> dict[str, ExtensionCalls]:
    """Return the calls of all applications by extension."""
    found: dict[str, ExtensionCalls] = {}
    for event in log.events:
        facet = event.run_facets.get("headwater_agent", {}) if isinstance(event, RunEvent) else {}
        entries = facet.get("extensions")
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict) and isinstance(name := entry.get("name"), str):
                found[name] = found.get(name, ExtensionCalls()) + _calls(entry)
    return found


def _calls(entry: Mapping[str, Any]) -> ExtensionCalls:
    numbers = [entry.get(key) for key in ("calls", "errors", "millis", "maxMillis")]
    calls, errors, millis, max_millis = (each if isinstance(each, (int, float)) else 0 for each in numbers)
    return ExtensionCalls(int(calls), int(errors), float(millis), float(max_millis))
