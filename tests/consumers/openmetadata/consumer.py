"""What OpenMetadata shows: the requests of its real source, stored by the server's rule that an edge is replaced with its columns."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.consumers import facts
from tests.consumers.facts import Fact
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
            self.tables |= {name: table for name, table in found if table}
        self.edges: dict[tuple[str, str], set[Fact]] = {}

    def take(self, event: Event) -> None:
        for request in self.made.get(id(event), {"lineage": []})["lineage"]:
            source, output = request["ends"]
            self.edges[source, output] = {
                ("edge", output, inside(column["toColumn"], output), source, inside(c, source))
                for column in request["columns"]
                for c in column["fromColumns"]
            }

    def shown(self) -> set[Fact]:
        found: set[Fact] = {("table edge", *ends) for ends in self.edges}
        return found.union(*self.edges.values())

    def normal(self, fact: Fact) -> Fact:
        """Tables by their full names; columns in small letters. Paths into a field are columns like others."""
        kind, *parts = fact
        names = tuple(self.tables.get(part, part.lower()) for part in parts)
        known = kind in {"edge", "nested edge"}
        if known and not (parts[0] in self.tables and parts[2] in self.tables):
            return ("edge of no table", *names)
        return ("edge" if known else kind, *names)

    def speaks_of(self, event: Event, fact: Fact) -> bool:
        """An edge is kept for each pair of tables, whichever job tells it."""
        outputs = {self.tables.get(facts.key(d)) for d in event["outputs"]}
        inputs = {self.tables.get(facts.key(d)) for d in event["inputs"]}
        return fact[1] in outputs and (len(fact) < 4 or fact[3] in inputs)


def inside(column: str, table: str) -> str:
    """The column's name without its table's."""
    return column.removeprefix(f"{table}.")
