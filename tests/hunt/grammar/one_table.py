"""Queries of one table whose kind of relation or of rows no other query has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tests.hunt.grammar import templates
from tests.hunt.grammar.expressions import Column, Query

if TYPE_CHECKING:
    from tests.hunt.grammar.queries import Queries

TIME_WINDOWS = (
    "window(ts, '12 hours')",
    "window(ts, '3 days', '1 day')",
    "session_window(ts, '12 hours')",
)


def time_windows(q: Queries) -> Query:
    """Groups of rows by their time."""
    source, scope = q.relations.table("t1")
    time, value = q.writer.leaf("ts", scope, literals=False), q.writer.leaf("int", scope)
    call = q.choices.one(TIME_WINDOWS)
    name = call.partition("(")[0]
    end = "window_time(w)" if name == "window" else "w.end"
    inner = f"SELECT {time} AS ts, {value} AS v FROM {source}"
    grouped = f"SELECT {name} AS w, max(v) AS c2 FROM ({inner}) GROUP BY {call}"
    text = f"SELECT w.start AS c0, {end} AS c1, c2 FROM ({grouped})"
    return text, (Column("c0", "ts"), Column("c1", "ts"), Column("c2", "int"))


def sample(q: Queries) -> Query:
    source, scope = q.relations.table("t1")
    items, columns = q.items("expressions", scope)
    table, alias = source.split()
    how = q.choices.one(("TABLESAMPLE (5 ROWS)", "TABLESAMPLE (60 PERCENT) REPEATABLE (3)"))
    return (
        f"SELECT {', '.join(items)} FROM {table} {how} {alias}{q.where(scope, 20)}",
        columns,
    )


def transform(q: Queries) -> Query:
    """Rows through a program of the system."""
    source, scope = q.relations.table("t1")
    number, text = (
        q.writer.expression("int", scope, 1),
        q.writer.expression("str", scope, 1),
    )
    script = f"SELECT TRANSFORM({number}, {text}) USING 'cat' AS (c0 int, c1 string) FROM {source}"
    return script, (Column("c0", "int"), Column("c1", "str"))


def pipe(q: Queries) -> Query:
    source, scope = q.relations.table()
    items, columns = q.items("expressions", scope)
    condition = q.writer.expression("bool", scope, 1, subqueries=False)
    return f"FROM {source} |> WHERE {condition} |> SELECT {', '.join(items)}", columns


def variant_rows(q: Queries) -> Query:
    """The fields and elements of a variant."""
    source, scope = q.relations.table("t1")
    new = (Column("ve.pos", "int"), Column("ve.key", "str"), Column("ve.value", "variant"))
    items, columns = q.items("expressions", (*new, *scope))
    call = q.choices.one(("variant_explode({})", "variant_explode_outer({})"))
    rows = call.format(q.writer.leaf("variant", scope, literals=False))
    return (
        f"SELECT {', '.join(items)}, to_json(ve.value) AS cv FROM {source}, LATERAL {rows} AS ve",
        (
            *columns,
            Column("cv", "str"),
        ),
    )


def unnest(q: Queries) -> Query:
    """Arrays side by side."""
    source, scope = q.relations.table("t1")
    new = (Column("un.i", "int"), Column("un.t", "pair"), Column("un.place", "int"))
    items, columns = q.items("expressions", (*new, *scope))
    ints, pairs = q.writer.leaf("ints", scope), q.writer.leaf("items", scope)
    lateral = f"LATERAL UNNEST({ints}, {pairs}) WITH ORDINALITY AS un(i, t, place)"
    return f"SELECT {', '.join(items)}, un.place AS cp FROM {source}, {lateral}", (
        *columns,
        Column("cp", "int"),
    )


# With the first Spark line that has it.
KINDS: dict[str, tuple[str, Callable[[Queries], Query]]] = {
    "time windows": ("3.5", time_windows),
    "sample": ("3.5", sample),
    "transform": ("3.5", transform),
    "pipe": ("4.0", pipe),
    "variant rows": ("4.0", variant_rows),
    "unnest": ("4.3", unnest),
}


def kinds(queries: Queries, line: str) -> dict[str, Callable[[int], Query]]:
    """The kinds of the line; they have no subqueries, so that the depth is not used."""

    def ignoring_depth(make: Callable[[Queries], Query], _: int) -> Query:
        return make(queries)

    return {
        name: partial(ignoring_depth, make)
        for name, (since, make) in KINDS.items()
        if templates.version(line) >= templates.version(since)
    }
