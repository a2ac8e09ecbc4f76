"""What the events of a program claim about the columns of a table, traced back to the source tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.accuracy.oracle.events import TERMINAL, table_name
from tests.e2e.events import certainty
from tests.hunt.tables import Part

CONDITIONS = ("Filter", "Join")  # nodes that decide which rows there are

Event = dict[str, Any]
Claims = dict[Part, frozenset[str]]  # the kinds of lineage, as "DIRECT IDENTITY", by what is named


@dataclass
class Lineage:
    """The claims on each column of a dataset and on its rows; `states` has the columns that are not exact.

    The rows are not known if the event says that a source could not be read. Then nothing is known of the multiset of the
    values of any column, be it a constant.
    """

    columns: dict[str, Claims] = field(default_factory=dict)
    rows: Claims = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    rows_known: bool = True

    def of(self, path: str) -> Claims:
        """The claims on a column or on a part of it: of the nearest path that the event lists."""
        return self.columns.get(self.listed(path), {})

    def named(self, column: str) -> Claims:
        """Everything that may change the column: the claims on it, on its parts, and on the rows."""
        parts = [
            claims for name, claims in self.columns.items() if f"{name}.".startswith(f"{column}.")
        ]
        return merged([*parts, self.rows])

    def listed(self, path: str) -> str:
        """The column, or the part of one, that is listed and nearest to a path: names may have dots."""
        names = [name for name in self.columns if f"{path}.".startswith(f"{name}.")]
        return max(names, key=len, default=path)

    def state(self, column: str) -> str:
        """`exact`, `declared`, `local`, `opaque`, `unknown`, or `absent` if the event does not list the column."""
        if column not in self.columns:
            return "absent"
        if not self.rows_known:
            return "unknown"
        return self.states.get(column, "exact")


def merged(claims: Iterable[Claims]) -> Claims:
    found: dict[Part, frozenset[str]] = defaultdict(frozenset)
    for some in claims:
        for part, kinds in some.items():
            found[part] |= kinds
    return dict(found)


def of_program(
    events: Iterable[Event],
    sources: Iterable[str],
    replaces: Sequence[str] = (),
) -> dict[str, Lineage]:
    """The lineage of each table that the events write, in terms of the source tables.

    A table that is written twice keeps what it had: its old rows may still be there. Which of them are there, the columns
    `replaces` decide: a write that replaces a part of a table names what it writes, not what it leaves.
    """
    known: dict[str, Lineage] = {}
    for event in events:
        if event.get("eventType") not in TERMINAL:
            continue
        inputs = {(d["namespace"], d["name"]): table_name(d) for d in event.get("inputs", ())}
        for output in event.get("outputs", ()):
            facet = output.get("facets", {}).get("columnLineage")
            if facet is None:
                continue
            table = table_name(output)
            new = own(facet, inputs)
            new.rows_known = not misses_source(event)
            new = traced(new, set(inputs.values()), known, frozenset(sources))
            known[table] = both(known[table], new, replaces) if table in known else new
    return known


def misses_source(event: Event) -> bool:
    """Whether the event says that a source could not be read, or what a condition on the rows depends on is not known."""
    coverage = event.get("run", {}).get("facets", {}).get("headwater_coverage", {})
    return any(
        gap["stage"] == "source" or gap["node"].rpartition(".")[2] in CONDITIONS
        for gap in coverage.get("gaps", ())
    )


def own(facet: Event, inputs: dict[tuple[str, str], str]) -> Lineage:
    """The claims of one event on one output, as it makes them."""
    lineage = Lineage(rows=claims(facet.get("dataset", ()), inputs))
    for name, entry in facet.get("fields", {}).items():
        lineage.columns[name.lower()] = claims(entry["inputFields"], inputs)
        lineage.states[name.lower()] = certainty(entry)
    return lineage


def claims(entries: Iterable[Event], inputs: dict[tuple[str, str], str]) -> Claims:
    found: dict[Part, frozenset[str]] = {}
    for entry in entries:
        table = inputs.get((entry["namespace"], entry["name"])) or table_name(entry)
        kinds = frozenset(
            f"{t['type']} {t.get('subtype', '')}" for t in entry.get("transformations", ())
        )
        part = (table, entry["field"].lower())
        found[part] = found.get(part, frozenset()) | kinds
    return found


def traced(
    new: Lineage, inputs: set[str], known: dict[str, Lineage], sources: frozenset[str]
) -> Lineage:
    """The lineage with every table that the program made replaced by what that table was made of."""
    between = [known[name] for name in inputs if name in known and name not in sources]
    rows = merged([back(new.rows, known), *(lineage.rows for lineage in between)])
    columns = {name: back(found, known) for name, found in new.columns.items()}
    states = dict(new.states)
    for name, found in new.columns.items():
        for table, path in found:
            before = known.get(table)
            worse = before.state(before.listed(path)) if before else "exact"
            if worse != "exact":
                states[name] = worse
    rows_known = new.rows_known and all(lineage.rows_known for lineage in between)
    return Lineage(columns, rows, states, rows_known)


def back(found: Claims, known: dict[str, Lineage]) -> Claims:
    """Claims on tables of the program as claims on what they were made of."""
    return merged(
        known[table].of(path) if table in known else {(table, path): k}
        for (table, path), k in found.items()
    )


def both(one: Lineage, other: Lineage, replaces: Sequence[str]) -> Lineage:
    """The lineage of rows of which each has one or the other."""
    names = {*one.columns, *other.columns}
    columns = {name: merged([one.of(name), other.of(name)]) for name in names}
    deciding = [lineage.of(column) for lineage in (one, other) for column in replaces]
    rows = merged([one.rows, other.rows, *deciding])
    return Lineage(columns, rows, one.states | other.states, one.rows_known and other.rows_known)
