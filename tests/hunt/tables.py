"""The source tables of all programs, and their rows as drawn and as changed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.hunt import values
from tests.hunt.shapes import SHAPES, Shape, unnamed

Part = tuple[str, str]  # a table, and a path in it: a column or a part of one
Rows = list[dict[str, Any]]
PARTITIONS = (1, 3, 2, 7, 5, 11, 4, 6)  # after a shuffle, of data in another order
BATCH_ROWS = 3  # of each batch of a stream


@dataclass(frozen=True)
class Table:
    """A source table; `columns` has the name of each shape in the grammar."""

    name: str
    rows: int
    columns: dict[str, str]

    def shape(self, column: str) -> Shape:
        return SHAPES[self.columns[column]]


WIDE = {
    "k": "int", "g": "int", "x": "int", "p": "dec", "d": "dbl", "u": "str", "w": "str", "f": "bool", "day": "date",
    "at": "ts", "xs": "ints", "us": "strs", "st": "pair", "nest": "nest", "items": "items", "m": "map", "ms": "pairs",
}  # fmt: skip
SIDE = {
    "k": "int", "z": "int", "q": "dec", "name": "str", "ok": "bool", "born": "date", "ys": "ints", "info": "pair",
    "parts": "items", "props": "map",
}  # fmt: skip
SMALL = {"k": "int", "label": "str", "rate": "dbl", "since": "date"}


def tables(line: str) -> dict[str, Table]:
    """The tables of a Spark line; a variant needs 4.0."""
    wide = WIDE if line.startswith("3.") else WIDE | {"v": "variant"}
    return {t.name: t for t in (Table("t1", 9, wide), Table("t2", 7, SIDE), Table("t3", 5, SMALL))}


@dataclass(frozen=True)
class TableData:
    """The rows of all tables for a seed, and the changes that have been made to them.

    `partitions` is the number of partitions after a shuffle.
    """

    tables: dict[str, Table]
    seed: int
    rows: dict[str, Rows] = field(default_factory=dict)
    partitions: int = 1

    @staticmethod
    def draw(tables: dict[str, Table], seed: int) -> TableData:
        rows = {}
        for table in tables.values():
            rng = Random(f"{seed}/{table.name}")
            rows[table.name] = [
                {name: values.draw(table.shape(name), rng) for name in table.columns}
                for _ in range(table.rows)
            ]
        return TableData(tables, seed, rows)

    def changed(self, parts: frozenset[Part], mode: str, seed: int) -> TableData:
        """The same data with new values in these parts."""
        rows = dict(self.rows)
        for name in sorted({table for table, _ in parts}):
            table = self.tables[name]
            rngs = {
                path: Random(f"{self.seed}/{seed}/{mode}/{name}/{path}")
                for other, path in sorted(parts)
                if other == name
            }
            rows[name] = [
                {c: values.changed(table.shape(c), row[c], c, rngs, mode) for c in table.columns}
                for row in self.rows[name]
            ]
        return TableData(self.tables, self.seed, rows)

    def reordered(self, seed: int, *, batches: bool = False) -> TableData:
        """The same rows in another order, and in other partitions: a window sorts the rows of each.

        The order of batches is a promise, so with `batches` each row stays in its batch.
        """
        rng = Random(f"{self.seed}/{seed}/order")
        rows = {
            name: [row for rows in blocks(all_rows, batches) for row in rng.sample(rows, len(rows))]
            for name, all_rows in self.rows.items()
        }
        return TableData(
            self.tables, self.seed, rows, partitions=PARTITIONS[seed % len(PARTITIONS)]
        )

    def sql(self, names: Iterable[str] | None = None) -> dict[str, str]:
        """A query for the rows of each of these tables, or of all."""
        return {
            name: select(self.tables[name], self.rows[name])
            for name in (self.rows if names is None else names)
        }


def blocks(rows: Rows, batches: bool) -> list[Rows]:
    """The rows that may change places."""
    size = BATCH_ROWS if batches else max(len(rows), 1)
    return [rows[at : at + size] for at in range(0, len(rows), size)]


def select(table: Table, rows: Rows) -> str:
    """A query that gives the rows: from one text, which Spark parses much faster than a literal for each value."""
    content = [{c: values.as_json(table.shape(c), row[c]) for c in table.columns} for row in rows]
    text = json.dumps(content).replace("\\", "\\\\").replace("'", "\\'")
    types = ",".join(f"{c}:{values.json_type(table.shape(c))}" for c in table.columns)
    columns = ", ".join(values.from_json_type(table.shape(c), c) for c in table.columns)
    return f"SELECT {columns} FROM (SELECT inline(from_json('{text}', 'array<struct<{types}>>')))"


def unnamed_parts(tables: dict[str, Table], claims: frozenset[Part]) -> frozenset[Part]:
    """Everything in the tables that no claim names."""
    found = set()
    for table in tables.values():
        paths = frozenset(path for name, path in claims if name == table.name)
        for column in table.columns:
            found |= {(table.name, path) for path in unnamed(table.shape(column), column, paths)}
    return frozenset(found)
