"""Normalises the events of a case for its expected file.

Values that differ between runs become placeholders. Values that events share are written once (see compact_events.py). Each
schema field and each input of a column is one line of text. The sequence number of an event is checked by the
invariants, and the Spark job of a run by test_run_facets.py.
"""

from __future__ import annotations

import json
import re
import socket
from dataclasses import dataclass, field
from typing import Any

from tests.e2e import events as ev
from tests.e2e.compact_events import written_once
from tests.e2e.events import Event
from tests.e2e.workspace import Paths

# Values that are always volatile, by key.
VOLATILE_KEYS = {
    "eventTime": "<time>",
    "applicationId": "<application>",
    "appStartTime": "<time>",
    "startTime": "<time>",
    "driverHost": "<host>",
    "userName": "<user>",
    "uiWebUrl": "<url>",
    "openlineageAdapterVersion": "<version>",
    "openlineage_version": "<version>",
    "openlineageClientVersion": "<version>",
    "sparkVersion": "<version>",
    "spark-version": "<version>",
    "stackTrace": "<stack trace>",
    "size": "<bytes>",
    "bytes": "<bytes>",
    "snapshotId": "<snapshot>",
    "totalPlanningDuration": "<time>",
    "totalDuration": "<time>",
    "totalFileSizeInBytes": "<bytes>",
    "totalDeleteFileSizeInBytes": "<bytes>",
    "addedFilesSizeInBytes": "<bytes>",
    "removedFilesSizeInBytes": "<bytes>",
    "totalFilesSizeInBytes": "<bytes>",
    "app-id": "<application>",
    "engine-version": "<version>",
    "iceberg-version": "<version>",
}
EXCLUDED = {"_producer", "producer", "headwater_sequence", "spark_jobDetails"}
UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
VOLATILE_TEXT = [
    (re.compile(r"#\d+L?\b"), "#n"),
    (re.compile(r"\bplan_id=\d+"), "plan_id=n"),
    (re.compile(r"\blocal-\d{13}\b"), "<application>"),
    (re.compile(r"\(TID \d+\) \([^)]*\)"), "(TID n) (<host>)"),
    (re.compile(r"\b(stage|task) \d+\.\d+", re.IGNORECASE), r"\1 n"),
    (re.compile(r"127\.0\.0\.1:\d+"), "127.0.0.1:<port>"),
]
SCHEMA_URL = re.compile(r"^.*/spec/(?:facets/)?(\d+-\d+-\d+)/(\w+)\.json#/\$defs/\w+$")


@dataclass
class Normaliser:
    """Numbers the runs of one case in the order of their occurrence."""

    paths: Paths
    spark: str
    labels: dict[str, str] = field(default_factory=dict)

    def case(self, all_events: list[Event], since: int, *, application: bool) -> dict[str, Any]:
        """The relevant events: those of runs that began after the set-up, and of the application run if requested."""
        groups = ev.runs(all_events)
        counted = [
            events
            for events in groups.values()
            if (application if ev.is_application(events[0]) else ev.millis(events[0]) >= since)
        ]
        for event in all_events:
            if ev.is_application(event):
                self.labels[event["run"]["runId"]] = "<application run>"
        ordered = sorted(counted, key=self.order)
        for number, group in enumerate(ordered, 1):
            self.labels.setdefault(group[0]["run"]["runId"], f"<run {number}>")
        return written_once([self.event(event) for group in ordered for event in group])

    def order(self, group: list[Event]) -> tuple[int, str]:
        """Sort key of runs: by start, and for concurrent runs by content."""
        bare = Normaliser(self.paths, self.spark).value(group[-1])
        concurrent = "concurrent" in self.paths.own.name
        return (0 if concurrent else ev.millis(group[0]), json.dumps(bare, sort_keys=True))

    def event(self, event: Event) -> dict[str, Any]:
        value = self.value(event)
        assert isinstance(value, dict)
        return value

    def value(self, value: Any, key: str = "") -> Any:  # noqa: ANN401 - JSON
        if key in VOLATILE_KEYS and not isinstance(value, dict | list):
            return VOLATILE_KEYS[key]
        if isinstance(value, dict):
            return self.dictionary(value, key)
        if isinstance(value, list):
            return [self.value(item) for item in value]
        return self.text(value) if isinstance(value, str) else value

    def dictionary(self, value: dict[str, Any], key: str) -> dict[str, Any]:
        if key == "schema":
            value = value | {"fields": fields(value.get("fields", []))}
        if key == "columnLineage":
            value = lineage(value)
        if key == "processing_engine":
            value = value | {"version": "<version>"}
        if key in {"errorMessage", "spark.exception"} and "message" in value:
            value = value | {"message": str(value["message"]).splitlines()[0]}
        return {
            self.text(k): self.value(v, k) for k, v in sorted(value.items()) if k not in EXCLUDED
        }

    def text(self, text: str) -> str:
        """The text with placeholders for paths, ids and times."""
        if found := SCHEMA_URL.match(text):
            return f"{found.group(2)} {found.group(1)}"
        for real, name in self.places():
            text = text.replace(real, name)
        for pattern, name in VOLATILE_TEXT:
            text = pattern.sub(name, text)
        return UUID.sub(lambda m: self.labels.get(m.group(), "<uuid>"), text)

    def places(self) -> list[tuple[str, str]]:
        """Pairs of real text and placeholder, the longest path first."""
        return [
            (str(self.paths.data), "<data>"),
            (str(self.paths.own), "<case>"),
            (socket.gethostname(), "<host>"),
            (self.spark, "<version>"),
        ]


def fields(found: list[dict[str, Any]], prefix: str = "") -> list[Any]:
    """`name: type`, nested fields by path; a field with other attributes is unchanged."""
    rows: list[Any] = []
    for item in found:
        path = prefix + str(item.get("name"))
        plain = set(item) <= {"name", "type", "fields"}
        rows.append(f"{path}: {item.get('type')}" if plain else item)
        rows += fields(item.get("fields") or [], f"{path}.") if plain else []
    return rows


def lineage(facet: dict[str, Any]) -> dict[str, Any]:
    """One line for each input of a column: its source and its transformations."""
    columns = {
        name: sorted(edges(column.get("inputFields", [])))
        if set(column) <= {"inputFields"}
        else column
        for name, column in facet.get("fields", {}).items()
    }
    facet_without_edges = facet | {"fields": columns}
    return (
        facet_without_edges | {"dataset": sorted(edges(facet["dataset"]))}
        if "dataset" in facet
        else facet_without_edges
    )


def edges(inputs: list[dict[str, Any]]) -> list[str]:
    return [
        " ".join(
            [
                source(input_field),
                *(kinds(input_field.get("transformations", [])) or ["no transformation"]),
            ]
        )
        for input_field in inputs
    ]


def source(input_field: dict[str, Any]) -> str:
    known = {"namespace", "name", "field", "transformations"}
    other_keys = {k: v for k, v in input_field.items() if k not in known}
    return f"{input_field['namespace']} {input_field['name']} {input_field['field']}" + (
        f" {json.dumps(other_keys)}" if other_keys else ""
    )


def kinds(transformations: list[dict[str, Any]]) -> list[str]:
    """`DIRECT/IDENTITY`, with the other attributes of the transformation."""
    return sorted(
        f"{t.get('type')}/{t.get('subtype')}"
        + (" masked" if t.get("masking") else "")
        + (f" ({t['description']})" if t.get("description") else "")
        for t in transformations
    )
