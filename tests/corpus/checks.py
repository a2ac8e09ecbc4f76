"""Checks the events and the log of a run of the corpus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tests.corpus.processes import Found
from tests.e2e.events import TERMINAL, Event

COUNTS = ("exact", "declared", "local", "opaque", "unknown")


@dataclass(frozen=True)
class Write:
    """A statement of the corpus that was written, with the last event of its run."""

    statement: Found
    event: Event | None

    @property
    def name(self) -> str:
        return f"{self.statement['file']} #{self.statement['at']} ({self.statement['way']})"

    @property
    def failed(self) -> bool:
        return "error" in self.statement["write"]

    @property
    def empty(self) -> bool:
        """Whether the query has no column, as `SELECT * EXCEPT (…)` may have none."""
        return self.statement.get("schema") == "struct<>"

    @property
    def outputs(self) -> list[Event]:
        return self.event["outputs"] if self.event else []

    @property
    def columns(self) -> list[str]:
        """The columns of the output's schema."""
        facets = self.outputs[0].get("facets", {}) if self.outputs else {}
        return [f["name"] for f in facets.get("schema", {}).get("fields", [])]

    @property
    def nested(self) -> list[str]:
        """The fields inside columns that have lineage of their own: each has a state, too."""
        facets = self.outputs[0].get("facets", {}) if self.outputs else {}
        return sorted(facets.get("columnLineage", {}).get("fields", {}).keys() - set(self.columns))

    @property
    def states(self) -> Mapping[str, int]:
        """The number of columns, and of fields inside them, of each certainty."""
        return coverage(self.event).get("columns", {}) if self.event else {}


@dataclass(frozen=True)
class Unknown:
    """Columns of a run whose lineage the agent says that it does not know."""

    statement: str
    columns: int
    reasons: tuple[str, ...] = field(default=())


def coverage(event: Event) -> Event:
    found: Event = event["run"].get("facets", {}).get("headwater_coverage", {})
    return found


def writes(outcomes: Iterable[Found], events: Iterable[Event]) -> list[Write]:
    """The written statements, each with the last event that has its output."""
    ended = {
        output_name(output): event
        for event in events
        if event["eventType"] in TERMINAL
        for output in event["outputs"]
    }
    return [Write(found, ended.get(found["name"])) for found in outcomes if "write" in found]


def output_name(dataset: Event) -> str:
    name: str = dataset["name"]
    return name.rpartition("/")[2].rpartition(".")[2]


def write_problems(write: Write) -> Iterator[str]:
    """What is wrong with the event of a write: a write that Spark has refused before it began has none."""
    if write.event is None:
        if not write.failed:
            yield f"{write.name}: no event has its output"
        return
    expected = "FAIL" if write.failed else "COMPLETE"
    if write.event["eventType"] != expected:
        yield f"{write.name}: the run ended with {write.event['eventType']}, not {expected}"
    if write.empty:
        return
    fields = len(write.columns) + len(write.nested)
    if sum(write.states.values()) != fields or not write.columns:
        yield f"{write.name}: {fields} columns with the states {dict(write.states)}"
    if "columnLineage" not in write.outputs[0].get("facets", {}):
        yield f"{write.name}: no columnLineage"


def unknown(write: Write) -> Unknown | None:
    """The columns of a write that are unknown."""
    count = write.states.get("unknown", 0)
    if not count or write.event is None:
        return None
    gaps = coverage(write.event).get("gaps", [])
    return Unknown(write.name, count, tuple(sorted({str(gap.get("reason")) for gap in gaps})))
