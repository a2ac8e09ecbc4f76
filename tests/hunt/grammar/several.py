"""Writes programs of several statements: hops, views, caches, row-level changes of lake tables, streams, scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.hunt.grammar.expressions import Column, Scope
from tests.hunt.grammar.queries import Query, sql_type
from tests.hunt.program import PYTHON, SQL, Program, Step

if TYPE_CHECKING:
    from tests.hunt.grammar.programs import Draft


def over(d: Draft, name: str, columns: Scope) -> Query:
    """A query over a table that the program has made."""
    scope = tuple(Column(f"q.{c.text}", c.shape) for c in columns)
    items, made = d.queries.items("expressions", scope)
    return f"SELECT {', '.join(items)} FROM {name} q{d.queries.where(scope, 30)}", made


def written(d: Draft, steps: list[Step], text: str, *cleanup: str) -> Program:
    """The program that writes a query over what the steps have made."""
    write = Step(SQL, f"CREATE TABLE {d.out} USING parquet AS {text}")
    return Program(d.name, "", tuple(steps), Step(SQL, text), (write,), d.out, (d.out, *cleanup))


def hops(d: Draft) -> Program:
    """A table of a query, and a table of that table."""
    middle = f"{d.name}_mid"
    text, columns = d.queries.query(1)
    last, _ = over(d, middle, columns)
    return written(d, [Step(SQL, f"CREATE TABLE {middle} USING parquet AS {text}")], last, middle)


def view(d: Draft) -> Program:
    """A view, and a table of it."""
    name = f"{d.name}_view"
    text, columns = d.queries.query(1)
    kind = d.queries.choices.one(("TEMP VIEW", "TEMP VIEW", "GLOBAL TEMP VIEW"))
    last, _ = over(d, f"global_temp.{name}" if "GLOBAL" in kind else name, columns)
    dropped = f"global_temp.{name}" if "GLOBAL" in kind else name
    return written(d, [Step(SQL, f"CREATE {kind} {name} AS {text}")], last, f"VIEW {dropped}")


def stored_view(d: Draft) -> Program:
    """A persistent view, which is a dataset; in an experiment its tables are views of the session."""
    name = f"{d.name}_view"
    text, columns = d.queries.query(1)
    last, _ = over(d, name, columns)
    step = Step(SQL, f"CREATE VIEW {name} AS {text}", plain=f"CREATE TEMP VIEW {name} AS {text}")
    return written(d, [step], last, f"VIEW {name}")


def function(d: Draft) -> Program:
    """A SQL function, and one that gives a table."""
    name = f"{d.name}_sql"
    source, scope = d.queries.relations.table("t2")
    body = d.queries.writer.expression(
        "int", (Column("a", "int"), Column("b", "int")), 2, subqueries=False
    )
    inner = f"SELECT max({d.queries.writer.leaf('int', scope)}) + a FROM {source}"
    steps = [
        Step(SQL, f"CREATE TEMPORARY FUNCTION {name}(a INT, b INT) RETURNS INT RETURN {body}"),
        Step(SQL, f"CREATE TEMPORARY FUNCTION {name}t(a INT) RETURNS TABLE (v INT) RETURN {inner}"),
    ]
    base, columns = d.queries.relations.table("t1")
    ints = [d.queries.writer.leaf("int", columns) for _ in range(3)]
    text = f"SELECT {name}({ints[0]}, {ints[1]}) AS c0, ft.v AS c1 FROM {base}, LATERAL {name}t({ints[2]}) ft"
    return written(d, steps, text, f"TEMPORARY FUNCTION {name}", f"TEMPORARY FUNCTION {name}t")


def cached(d: Draft) -> Program:
    """A cached query, and a table of it."""
    name = f"{d.name}_cached"
    text, columns = d.queries.query(1)
    last, _ = over(d, name, columns)
    return written(d, [Step(SQL, f"CACHE TABLE {name} AS {text}")], last, f"VIEW {name}")


def variable(d: Draft) -> Program:
    """A variable that is set from a query."""
    name = f"{d.name}_var"
    shape = d.queries.choices.one(("int", "str"))
    source, scope = d.queries.relations.table("t2")
    value = d.queries.writer.expression(shape, scope, 1, subqueries=False)
    kind = "int" if shape == "int" else "string"
    steps = [
        Step(SQL, f"DECLARE OR REPLACE VARIABLE {name} {kind}"),
        Step(SQL, f"SET VAR {name} = (SELECT max({value}) FROM {source})"),
    ]
    base, columns = d.queries.relations.table("t1")
    items, _ = d.queries.items("expressions", (*columns, Column(name, shape), Column(name, shape)))
    return written(
        d,
        steps,
        f"SELECT {name} AS v, {', '.join(items)} FROM {base}",
        f"TEMPORARY VARIABLE {name}",
    )


def inserted(d: Draft) -> Program:
    """Two inserts into one table; the second one names its columns."""
    shapes = [d.queries.choices.one(("int", "str", "pair", "date")) for _ in range(2)]
    columns = ", ".join(f"c{n} {sql_type(Column('', s))}" for n, s in enumerate(shapes))
    steps = [
        Step(SQL, f"CREATE TABLE {d.out} ({columns}) USING parquet"),
        Step(SQL, f"INSERT INTO {d.out} {d.queries.of_shapes(shapes, 1)}"),
        Step(SQL, f"INSERT INTO {d.out} (c1, c0) {d.queries.of_shapes(shapes[::-1], 0)}"),
    ]
    return Program(d.name, "", tuple(steps), output=d.out, cleanup=(d.out,))


def script(d: Draft) -> Program:
    """A SQL script with a variable and a branch."""
    source, scope = d.queries.relations.table("t2")
    value = d.queries.writer.expression("int", scope, 1, subqueries=False)
    base, columns = d.queries.relations.table("t1")
    item = d.queries.writer.expression(
        "int", (*columns, Column("v", "int"), Column("v", "int")), 2, subqueries=False
    )
    text = (
        f"BEGIN DECLARE v INT; SET v = (SELECT max({value}) FROM {source}); "
        f"CREATE TABLE {d.out} USING parquet AS SELECT v AS c0, {item} AS c1 FROM {base}; END"
    )
    return Program(d.name, "", (Step(SQL, text),), output=d.out, cleanup=(d.out,))


STREAMS = (
    "stream('t1')",
    "stream('t1').withWatermark('at', '1 day').dropDuplicatesWithinWatermark(['k'])",
    "stream('t1').withWatermark('at', '1 day').dropDuplicates(['k', 'at'])",
    "stream('t1').union(stream('t1').filter('x > 1'))",
    "stream('t1').join(spark.table('t3').selectExpr('k AS k3', 'label'), F.expr('g = k3'), 'left')",
)
TO_TABLE = (
    "query = df.writeStream.format('parquet').option('checkpointLocation', work('checkpoint'))"
    ".trigger(availableNow=True).toTable({!r})"
)
BY_BATCH = (
    "query = df.writeStream.foreachBatch(lambda batch, _: batch.write.mode('append').saveAsTable({!r}))"
    ".trigger(availableNow=True).start()"
)


def stream(d: Draft) -> Program:
    """A stream over the files of a table, until they are read."""
    _, scope = d.queries.relations.table("t1")
    items, _ = d.queries.items("expressions", tuple(Column(c.name, c.shape) for c in scope))
    source = d.queries.choices.one(STREAMS)
    write = d.queries.choices.one((TO_TABLE, BY_BATCH)).format(d.out)
    lines = [
        f"df = {source}.selectExpr({', '.join(map(repr, items))})",
        write,
        "query.awaitTermination()",
    ]
    return Program(d.name, "", (Step(PYTHON, "\n".join(lines)),), output=d.out, cleanup=(d.out,))


def changes(d: Draft, table: str, scope: Scope) -> list[str]:
    """One to three changes of the rows or the columns of a lake table with the columns k, c1 and c2."""
    w, c = d.queries.writer, d.queries.choices

    def merge() -> list[str]:
        source, columns = d.queries.relations.table("t2")
        both = scope + columns
        key = w.leaf("int", columns, literals=False)
        matched = f"UPDATE SET c1 = {w.expression('int', both, 1, subqueries=False)}"
        condition = (
            f" AND {w.expression('bool', both, 1, subqueries=False)}" if c.chance(40) else ""
        )
        clauses = [
            f"WHEN MATCHED{condition} THEN {c.one((matched, 'DELETE'))}",
            f"WHEN NOT MATCHED THEN INSERT (k, c1, c2) VALUES ({', '.join(w.expression(s, columns, 1, subqueries=False) for s in ('int', 'int', 'str'))})",
            "WHEN NOT MATCHED BY SOURCE THEN DELETE",
        ]
        chosen = clauses[: 1 + c.below(3)] if c.chance(70) else clauses[1:2]
        inner = f"(SELECT *, row_number() OVER (PARTITION BY {key} ORDER BY struct({columns[0].text}, {columns[1].text}, {columns[3].text})) AS rn FROM {source})"
        alias = source.partition(" ")[2]
        using = f"(SELECT * FROM {inner} WHERE rn = 1) {alias}"
        return [f"MERGE INTO {table} o USING {using} ON o.k = {key} {' '.join(chosen)}"]

    def update() -> list[str]:
        return [
            f"UPDATE {table} o SET c2 = {w.expression('str', scope, 1)} WHERE {w.expression('bool', scope, 2)}"
        ]

    def delete() -> list[str]:
        return [f"DELETE FROM {table} o WHERE {w.expression('bool', scope, 1)}"]

    def delete_by_query() -> list[str]:
        return [f"DELETE FROM {table} o WHERE o.k IN (SELECT z FROM t2 WHERE ok)"]

    def append() -> list[str]:
        return [f"INSERT INTO {table} {d.queries.of_shapes(['int', 'int', 'str'], 0)}"]

    def evolve() -> list[str]:
        return [
            f"ALTER TABLE {table} ADD COLUMNS (c3 int)",
            f"INSERT INTO {table} {d.queries.of_shapes(['int', 'int', 'str', 'int'], 0)}",
        ]

    first = [c.one((merge, update, delete, delete_by_query, append)) for _ in range(1 + c.below(2))]
    last = [evolve] if c.chance(25) else []
    return [text for change in (*first, *last) for text in change()]


def lake(format_: str, prefix: str) -> Callable[[Draft], Program]:
    """A table of a format, made from a query, then changed."""

    def write(d: Draft) -> Program:
        table = f"{prefix}{d.out}"
        text = d.queries.of_shapes(["int", "int", "str"], 1).replace("AS c0", "AS k", 1)
        scope = (Column("o.k", "int"), Column("o.c1", "int"), Column("o.c2", "str"))
        made = [f"CREATE TABLE {table} USING {format_} AS {text}", *changes(d, table, scope)]
        return Program(
            d.name, "", tuple(Step(SQL, t) for t in made), output=table, cleanup=(table,)
        )

    return write


KINDS: dict[str, Callable[[Draft], Program]] = {
    "hops": hops,
    "view": view,
    "stored view": stored_view,
    "function": function,
    "cached": cached,
    "inserted": inserted,
    "stream": stream,
    "variable": variable,
    "script": script,
    "delta": lake("delta", ""),
    "iceberg": lake("iceberg", "ice.db."),
}
WEIGHTS = {
    "hops": 5, "view": 5, "stored view": 3, "function": 2, "cached": 3, "inserted": 3, "stream": 2, "variable": 2, "script": 2, "delta": 2, "iceberg": 2,
}  # fmt: skip
LAKES = ("delta", "iceberg")
SINCE = {"function": (4, 0), "variable": (4, 0), "script": (4, 0)}
