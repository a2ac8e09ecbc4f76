"""DIRECT edges of written queries against sqlglot's reading of their text, by the oracle of tests/accuracy."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from tests.accuracy.oracle import by_sqlglot
from tests.accuracy.oracle import events as oracle_events
from tests.accuracy.oracle.model import Column, Lineage, Query, Source, Table
from tests.accuracy.oracle.score import Wrong
from tests.corpus import known
from tests.corpus.checks import Write
from tests.corpus.explained import Difference
from tests.e2e.events import Event

# The names of types in the schema facet that SQL does not have.
SQL_TYPES = {
    "byte": "tinyint",
    "integer": "int",
    "long": "bigint",
    "short": "smallint",
    "timestamp_ntz": "timestamp",
}


@dataclass(frozen=True)
class ReadableQuery:
    """A written query whose tables sqlglot can find, with the lineage of its event; its name is its identity."""

    query: Query
    tables: dict[str, Table]
    lineage: Lineage


def quiet() -> None:
    """Keep sqlglot from warning of what it, or DuckDB, does not know."""
    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)


def readable(writes: Iterable[Write]) -> Iterator[ReadableQuery]:
    """The queries over tables that their event describes."""
    for write in writes:
        if write.event is None:
            continue
        tables = described(write.event)
        names = mentioned(write.statement["sql"])
        lineage = oracle_events.by_output([write.event]).get(write.statement["name"])
        if tables and names and names <= tables.keys() and lineage is not None:
            identity = known.identity(write.statement["file"], write.statement["sql"])
            query = Query(identity, write.statement["sql"], frozenset(names))
            yield ReadableQuery(query, {name: tables[name] for name in sorted(names)}, lineage)


def described(event: Event) -> dict[str, Table]:
    """The inputs of an event as tables; none if two of them have one name."""
    found = {oracle_events.table_name(dataset): dataset for dataset in event["inputs"]}
    if len(found) < len(event["inputs"]):
        return {}
    return {name: table(name, dataset) for name, dataset in found.items()}


def table(name: str, dataset: Event) -> Table:
    fields = dataset.get("facets", {}).get("schema", {}).get("fields", [])
    return Table(name, tuple(Column(field["name"].lower(), type_of(field)) for field in fields))


def type_of(field: Event) -> str:
    """The type of a field as SQL; the schema facet has the parts of a nested type as fields."""
    children = field.get("fields") or []
    match field["type"]:
        case "struct":
            return f"struct<{', '.join(c['name'] + ':' + type_of(c) for c in children)}>"
        case "array":
            return f"array<{type_of(children[0])}>"
        case "map":
            return f"map<{', '.join(map(type_of, children))}>"
        case other:
            name = str(other).partition(" collate ")[0]
            return SQL_TYPES.get(name, name)


def mentioned(sql: str) -> set[str]:
    """The tables in a text; none if sqlglot cannot read it."""
    try:
        tree = parse_one(sql, dialect="spark")
    except (SqlglotError, RecursionError):
        return set()
    local = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    return {t.name.lower() for t in tree.find_all(exp.Table)} - local


class UnreadError(ValueError):
    """Sqlglot cannot follow the columns of a text."""


def difference(found: ReadableQuery) -> Difference | None:
    """Where sqlglot and the event differ; raises `UnreadError`."""
    try:
        expected = by_sqlglot.direct(found.query, found.tables)
    except Exception as error:  # sqlglot ends in any error on what it does not know
        raise UnreadError(str(error)) from error
    outputs = found.lineage.outputs
    if len(outputs) != len(expected):
        raise UnreadError(f"{len(expected)} columns, not {len(outputs)}")
    reported = [found.lineage.direct.get(name, frozenset[Source]()) for name in outputs]
    columns = [
        str(Wrong(name, got - want.allowed, want.required - got))
        for name, got, want in zip(outputs, reported, expected, strict=True)
        if got - want.allowed or want.required - got
    ]
    if not columns:
        return None
    return Difference("sqlglot", found.query.name, found.query.sql, "; ".join(columns))


def differences(found: Iterable[ReadableQuery]) -> tuple[int, list[Difference]]:
    """The number of queries that sqlglot reads, and where it differs."""
    read, differ = 0, []
    for each in found:
        with suppress(UnreadError):
            difference_of_query = difference(each)
            read += 1
            differ += [difference_of_query] if difference_of_query else []
    return read, differ
