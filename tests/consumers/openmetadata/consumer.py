"""What OpenMetadata shows: the requests of its real source, stored by the server's rule that an edge is replaced with its columns."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.consumers import facts
from tests.consumers.facts import Fact
from tests.consumers.openmetadata.catalog import is_table
from tests.e2e.events import Event
from tests.e2e.lines import ROOT

Result = dict[str, Any]
PYTHON = ROOT / "build" / "consumers" / "bin" / "python"
SOURCE = Path(__file__).with_name("source.py")


def results(events: list[Event]) -> dict[int, Result]:
    """What the real source makes of each event, by the event's number; it takes START, RUNNING and COMPLETE."""
    ran = subprocess.run(
        [str(PYTHON), str(SOURCE)],
        input="\n".join(json.dumps(event) for event in events),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return {row["event"]: row for row in map(json.loads, ran.stdout.splitlines())}


class OpenMetadata:
    """The lineage that is stored."""

    name = "OpenMetadata"

    def __init__(self, events: list[Event], made: dict[int, Result]) -> None:
        self.made = {id(event): made[n] for n, event in enumerate(events) if n in made}
        self.tables: dict[str, str] = {}
        for row in made.values():
            found = ((f"{namespace} {name}", table) for namespace, name, table in row["tables"])
            # the source makes a table's name of a path with a dot, too, and then finds no such table
            self.tables |= {name: table for name, table in found if table and is_table(table)}
        self.columns = self.of_catalog(events)
        self.refused = {pair for row in made.values() for pair in self.refusals(row)}
        self.edges: dict[tuple[str, str], set[Fact]] = {}

    def of_catalog(self, events: list[Event]) -> dict[str, set[str]]:
        """The columns that the catalog's own connectors find in each table."""
        found: dict[str, set[str]] = defaultdict(set)
        for dataset in (d for event in events for d in facts.datasets(event)):
            if table := self.tables.get(facts.key(dataset)):
                found[table] |= {path.lower() for f in facts.fields(dataset) for path in columns(f)}
        return found

    def refusals(self, row: Result) -> Iterator[tuple[str, str]]:
        """The pairs of tables for which the server answers 400, because it does not know one of the columns."""
        for request in row["lineage"]:
            for _, output, field, source, source_field in edges(request):
                if field not in self.columns[output] or source_field not in self.columns[source]:
                    yield source, output

    def take(self, event: Event) -> None:
        for request in self.made.get(id(event), {"lineage": []})["lineage"]:
            source, output = request["ends"]
            if (source, output) not in self.refused:
                self.edges[source, output] = edges(request)

    def visible(self) -> set[Fact]:
        found: set[Fact] = {("table edge", *ends) for ends in self.edges}
        return found.union(*self.edges.values())

    def normal(self, fact: Fact) -> Fact:
        """Tables by their full names; columns in small letters. Paths into a field are columns like others."""
        kind, *parts = fact
        names = tuple(self.tables.get(part, part.lower()) for part in parts)
        known = kind in {"edge", "nested edge"}
        if known and not (parts[0] in self.tables and parts[2] in self.tables):
            return ("edge of no table", *names)
        if known and (names[2], names[0]) in self.refused:
            return ("refused edge", *names)
        return ("edge" if known else kind, *names)

    def concerns(self, event: Event, fact: Fact) -> bool:
        """An edge is kept for each pair of tables, whichever job tells it."""
        outputs = {self.tables.get(facts.key(d)) for d in event["outputs"]}
        inputs = {self.tables.get(facts.key(d)) for d in event["inputs"]}
        return fact[1] in outputs and (len(fact) < 4 or fact[3] in inputs)


def edges(request: Result) -> set[Fact]:
    """The column edges of one request."""
    source, output = request["ends"]
    return {
        ("edge", output, inside(column["toColumn"], output), source, inside(c, source))
        for column in request["columns"]
        for c in column["fromColumns"]
    }


def columns(field: dict[str, Any], above: str = "") -> Iterator[str]:
    """The paths of a field that a catalog has as columns: through structs, not into elements of arrays and maps."""
    path = f"{above}{field['name']}"
    yield path
    if str(field.get("type", "struct")).startswith("struct"):
        for inner in field.get("fields") or []:
            yield from columns(inner, f"{path}.")


def inside(column: str, table: str) -> str:
    """The column's name without its table's."""
    return column.removeprefix(f"{table}.")
