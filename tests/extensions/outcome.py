"""The outcome of a job with extensions: its result, its events, and the extension errors in the events."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e import events as ev
from tests.e2e.events import Event
from tests.e2e.spark_submit import JobResult

ERRORS = "headwater_extensionErrors"


@dataclass(frozen=True)
class Outcome:
    """One job of a driver."""

    answer: JobResult
    file: Path

    @property
    def value(self) -> Any:  # noqa: ANN401 - what the job's script returned, as JSON
        """The return value of the script, which must have succeeded."""
        assert self.answer.error is None, self.answer.error
        return self.answer.value

    @property
    def events(self) -> list[Event]:
        """All events; empty if there is no file."""
        return ev.read(self.file) if self.file.exists() else []

    @property
    def log(self) -> str:
        """The job's part of the driver's log."""
        return "\n".join(self.answer.log)

    def application(self) -> list[Event]:
        """The events of the application run."""
        return [e for e in self.events if ev.is_application(e)]

    def writing(self, name: str) -> list[Event]:
        """The events of the one completed run that wrote a dataset whose name has this suffix."""
        return writing(self.events, name)


def writing(events: list[Event], name: str) -> list[Event]:
    """The events of the one completed run that wrote a dataset whose name has this suffix."""
    found = [run for run in ev.runs(events).values() if is_written(run[-1], name)]
    written = [(e["eventType"], [o["name"] for o in e["outputs"]]) for e in events]
    assert len(found) == 1, f"{len(found)} runs wrote {name}; the events: {written}"
    return found[0]


def is_written(event: Event, name: str) -> bool:
    complete = event["eventType"] == "COMPLETE"
    return complete and any(o["name"].endswith(name) for o in event["outputs"])


def errors(events: list[Event]) -> dict[str, str]:
    """The errors of extensions in the events: all messages by the extension's short name."""
    found: dict[str, list[str]] = {}
    for event in events:
        for each in event["run"]["facets"].get(ERRORS, {}).get("errors", []):
            found.setdefault(each["extension"].rpartition(":")[2], []).append(
                f"{each['stage']}: {each['message']}"
            )
    return {extension: "; ".join(messages) for extension, messages in found.items()}


def names(datasets: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Datasets as pairs of namespace and name."""
    return [(d["namespace"], d["name"].rpartition("/")[2]) for d in datasets]


def columns(output: dict[str, Any]) -> dict[str, list[tuple[str, str, str]]]:
    """The sources of each column of an output: dataset, field and subtype."""
    fields = output["facets"].get("columnLineage", {}).get("fields", {})
    return {
        name: [
            (f["name"].rpartition("/")[2], f["field"], t["subtype"])
            for f in field["inputFields"]
            for t in f["transformations"]
        ]
        for name, field in fields.items()
    }


def certainties(output: dict[str, Any]) -> dict[str, str]:
    """The certainty of each column of an output."""
    fields = output["facets"].get("columnLineage", {}).get("fields", {})
    return {name: ev.certainty(field) for name, field in fields.items()}


def rows(output: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What decides the rows of an output: dataset, field and subtype."""
    return [
        (f["name"].rpartition("/")[2], f["field"], t["subtype"])
        for f in output["facets"]["columnLineage"].get("dataset", [])
        for t in f["transformations"]
    ]


def written(events: list[Event]) -> list[dict[str, Any]]:
    """The outputs of the runs that have completed."""
    return [o for e in events if e["eventType"] == "COMPLETE" for o in e["outputs"]]
