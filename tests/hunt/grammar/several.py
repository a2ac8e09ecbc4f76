"""Writes programs of several statements: hops, views, caches, streams, scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.hunt.grammar import lakes, outlines
from tests.hunt.grammar.expressions import Column, Query, Scope
from tests.hunt.grammar.queries import sql_type
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
    largest = f"SELECT max({d.queries.writer.leaf('int', scope)}) AS m FROM {source}"
    inner = f"SELECT m + a FROM ({largest})"
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
        "int", (*columns, Column("sv", "int"), Column("sv", "int")), 2, subqueries=False
    )
    text = (
        f"BEGIN DECLARE sv INT; SET sv = (SELECT max({value}) FROM {source}); "
        f"CREATE TABLE {d.out} USING parquet AS SELECT sv AS c0, {item} AS c1 FROM {base}; END"
    )
    return Program(d.name, "", (Step(SQL, text),), output=d.out, cleanup=(d.out,))


STREAMS = {
    "files": "stream('t1')",
    "late rows": "stream('t1', batches=True).withWatermark('at', '1 day').dropDuplicatesWithinWatermark(['k'])",
    "distinct": "stream('t1', batches=True).withWatermark('at', '1 day').dropDuplicates(['k', 'at'])",
    "union": "stream('t1').union(stream('t1').filter('x > 1'))",
    "join": "stream('t1').join(spark.table('t3').selectExpr('k AS k3', 'label'), F.expr('g = k3'), 'left')",
}
TO_TABLE = (
    "query = df.writeStream.format('parquet').option('checkpointLocation', work('checkpoint'))"
    ".trigger(availableNow=True).toTable({!r})"
)
BY_BATCH = (
    "query = df.writeStream.foreachBatch(lambda batch, _: batch.write.mode('append').saveAsTable({!r}))"
    ".trigger(availableNow=True).start()"
)


SINKS = {"table": TO_TABLE, "batches": BY_BATCH}


def stream(d: Draft) -> Program:
    """A stream over the files of a table, until they are read."""
    _, scope = d.queries.relations.table("t1")
    items, _ = d.queries.items("expressions", tuple(Column(c.name, c.shape) for c in scope))
    source, sink = d.wish.statements or (
        d.queries.choices.one(tuple(STREAMS)),
        d.queries.choices.one(tuple(SINKS)),
    )
    lines = [
        f"df = {STREAMS[source]}.selectExpr({', '.join(map(repr, items))})",
        SINKS[sink].format(d.out),
        "query.awaitTermination()",
    ]
    return Program(d.name, "", (Step(PYTHON, "\n".join(lines)),), output=d.out, cleanup=(d.out,))


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
    "delta": lakes.kind("delta", ""),
    "iceberg": lakes.kind("iceberg", "ice.db."),
    **{kind: outlines.kind(file) for kind, file in outlines.KINDS.items()},
}
WEIGHTS = {
    "hops": 5, "view": 5, "stored view": 3, "function": 2, "cached": 3, "inserted": 3, "stream": 2, "variable": 2, "script": 2, "delta": 2, "iceberg": 2,
    "sql outline": 10, "frame outline": 6, "file outline": 3, "pandas outline": 1, "delta outline": 2, "iceberg outline": 2,
}  # fmt: skip
LAKES = ("delta", "iceberg", "delta outline", "iceberg outline")
SINCE = {"pandas outline": (4, 0), "function": (4, 0), "variable": (4, 0), "script": (4, 0)}
