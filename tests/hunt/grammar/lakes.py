"""Writes programs that make a table of Delta or Iceberg from a query, and then change its rows and its columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.hunt.grammar.expressions import Column
from tests.hunt.program import SQL, Program, Step

if TYPE_CHECKING:
    from tests.hunt.grammar.programs import Draft

COLUMNS = (Column("o.k", "int"), Column("o.c1", "int"), Column("o.c2", "str"))


@dataclass(frozen=True)
class Changes:
    """Statements on a table with the columns k, c1 and c2."""

    draft: Draft
    table: str
    format: str

    def some(self) -> list[str]:
        """One to three changes."""
        c = self.draft.queries.choices
        forced = [CHANGES[name] for name in self.draft.wish.statements]
        first = forced or [c.one(tuple(CHANGES.values())) for _ in range(1 + c.below(2))]
        last = [Changes.evolve] if c.chance(25) else []
        return [text for change in (*first, *last) for text in change(self)]

    def merge(self) -> list[str]:
        """A source row for each key, because a row may be changed once only."""
        w, c = self.draft.queries.writer, self.draft.queries.choices
        source, columns = self.draft.queries.relations.table("t2")
        key = w.leaf("int", columns, literals=False)
        clauses = self.clauses(columns)
        chosen = clauses[: 1 + c.below(3)] if c.chance(70) else clauses[1:2]
        order = ", ".join(columns[n].text for n in (0, 1, 3))
        window = f"(PARTITION BY {key} ORDER BY struct({order}))"
        inner = f"(SELECT *, row_number() OVER {window} AS rn FROM {source})"
        using = f"(SELECT * FROM {inner} WHERE rn = 1) {source.partition(' ')[2]}"
        return [f"MERGE INTO {self.table} o USING {using} ON o.k = {key} {' '.join(chosen)}"]

    def clauses(self, columns: tuple[Column, ...]) -> list[str]:
        w, c = self.draft.queries.writer, self.draft.queries.choices
        both = COLUMNS + columns
        matched = f"UPDATE SET c1 = {w.expression('int', both, 1, subqueries=False)}"
        condition = (
            f" AND {w.expression('bool', both, 1, subqueries=False)}" if c.chance(40) else ""
        )
        deed = c.one((matched, "DELETE"))
        values = [w.expression(s, columns, 1, subqueries=False) for s in ("int", "int", "str")]
        return [
            f"WHEN MATCHED{condition} THEN {deed}",
            f"WHEN NOT MATCHED THEN INSERT (k, c1, c2) VALUES ({', '.join(values)})",
            "WHEN NOT MATCHED BY SOURCE THEN DELETE",
        ]

    def update(self) -> list[str]:
        w = self.draft.queries.writer
        value, condition = w.expression("str", COLUMNS, 1), w.expression("bool", COLUMNS, 2)
        return [f"UPDATE {self.table} o SET c2 = {value} WHERE {condition}"]

    def delete(self) -> list[str]:
        condition = self.draft.queries.writer.expression("bool", COLUMNS, 1)
        return [f"DELETE FROM {self.table} o WHERE {condition}"]

    def delete_by_query(self) -> list[str]:
        return [f"DELETE FROM {self.table} o WHERE o.k IN (SELECT z FROM t2 WHERE ok)"]

    def append(self) -> list[str]:
        return [
            f"INSERT INTO {self.table} {self.draft.queries.of_shapes(['int', 'int', 'str'], 0)}"
        ]

    def overwrite(self) -> list[str]:
        query = self.draft.queries.of_shapes(["int", "int", "str"], 0)
        return [f"INSERT OVERWRITE {self.table} {query}"]

    def replace(self) -> list[str]:
        query = self.draft.queries.of_shapes(["int", "int", "str"], 0)
        query = query.replace("AS c0", "AS k", 1)
        return [f"CREATE OR REPLACE TABLE {self.table} USING {self.format} AS {query}"]

    def evolve(self) -> list[str]:
        """A new column, and rows that have it."""
        query = self.draft.queries.of_shapes(["int", "int", "str", "int"], 0)
        return [
            f"ALTER TABLE {self.table} ADD COLUMNS (c3 int)",
            f"INSERT INTO {self.table} {query}",
        ]


CHANGES: dict[str, Callable[[Changes], list[str]]] = {
    "merge": Changes.merge,
    "update": Changes.update,
    "delete": Changes.delete,
    "delete by query": Changes.delete_by_query,
    "append": Changes.append,
    "overwrite": Changes.overwrite,
    "replace": Changes.replace,
}


def kind(format_: str, prefix: str) -> Callable[[Draft], Program]:
    """The programs over tables of a format, whose names begin with a prefix."""

    def write(d: Draft) -> Program:
        table = f"{prefix}{d.out}"
        text = d.queries.of_shapes(["int", "int", "str"], 1).replace("AS c0", "AS k", 1)
        made = [
            f"CREATE TABLE {table} USING {format_} AS {text}",
            *Changes(d, table, format_).some(),
        ]
        return Program(
            d.name,
            "",
            tuple(Step(SQL, t) for t in made),
            output=d.out,
            reads=table,
            cleanup=(table,),
        )

    return write
