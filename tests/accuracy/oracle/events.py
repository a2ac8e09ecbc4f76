"""Reads OpenLineage events from a JSONL file and extracts the lineage of each CTAS."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from .model import Lineage, Source

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Event = dict[str, Any]
TERMINAL = ("COMPLETE", "FAIL", "ABORT")


def read(path: Path) -> list[Event]:
    """The events of a file, in order."""
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def by_output(events: Iterable[Event]) -> dict[str, Lineage]:
    """The lineage of each table that a terminal event has as an output, by table name."""
    found: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.get("eventType") in TERMINAL:
            for output in event.get("outputs", ()):
                found[table_name(output)].append(event)
    return {table: _lineage(table, found[table]) for table in found}


def table_name(dataset: Event) -> str:
    """A dataset's table: its TABLE symlink, or else the last part of its name."""
    links = dataset.get("facets", {}).get("symlinks", {}).get("identifiers", ())
    name: str = next((i["name"] for i in links if i.get("type") == "TABLE"), dataset["name"])
    return name.rpartition("/")[2].rpartition(".")[2].lower()


def _lineage(table: str, events: list[Event]) -> Lineage:
    outputs: list[str] = []
    inputs: dict[tuple[str, str], str] = {}
    direct: dict[str, set[Source]] = defaultdict(set)
    every: dict[str, set[Source]] = defaultdict(set)
    whole: set[Source] = set()
    has_facet = False
    for event in events:
        known = {(d["namespace"], d["name"]): table_name(d) for d in event.get("inputs", ())}
        inputs |= known
        for output in (o for o in event["outputs"] if table_name(o) == table):
            facets = output.get("facets", {})
            outputs = outputs or [f["name"].lower() for f in facets.get("schema", {}).get("fields", ())]
            facet = facets.get("columnLineage", {})
            has_facet = has_facet or bool(facet)
            whole |= {source(entry, known) for entry in facet.get("dataset", ())}
            for name, entry in facet.get("fields", {}).items():
                for used in entry["inputFields"]:
                    every[top(name)].add(source(used, known))
                    if is_direct(used):
                        direct[top(name)].add(source(used, known))
    names = tuple(outputs)
    return Lineage(
        names,
        frozenset(inputs.values()),
        {n: frozenset(direct[n]) for n in {*names, *direct}},
        {n: frozenset(every[n] | whole) for n in {*names, *every}},
        has_facet,
    )


def source(entry: Event, known: dict[tuple[str, str], str]) -> Source:
    """The table and the top-level column of an inputField."""
    table = known.get((entry["namespace"], entry["name"])) or table_name(entry)
    return table, top(entry["field"])


def is_direct(entry: Event) -> bool:
    """Whether one of the transformations of an inputField is DIRECT, or it has none."""
    kinds = [t["type"] for t in entry.get("transformations", ())]
    return not kinds or "DIRECT" in kinds


def top(field: str) -> str:
    """The top-level column of a field: `address` for `address.city`."""
    return field.lower().partition(".")[0]
