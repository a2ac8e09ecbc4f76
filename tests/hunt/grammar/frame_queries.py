"""Operations on frames that go through a query in SQL or through a function in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.hunt.grammar.frames import Frames


def through_view(f: Frames) -> list[str]:
    """Back to SQL by a temporary view."""
    view = f"{f.name}_view"
    shape, text = f.writer.wanted("expressions", f.scope)
    column = f.new(shape)
    f.scope = (*f.scope, column)
    return [
        f"df.createOrReplaceTempView({view!r})",
        f"df = spark.sql({f'SELECT *, {text} AS {column.text} FROM {view}'!r})",
    ]


def named_parameter(f: Frames) -> list[str]:
    return parameter(f, ":value", "{'value': 3}")


def positional_parameter(f: Frames) -> list[str]:
    return parameter(f, "?", "[3]")


def parameter(f: Frames, marker: str, values: str) -> list[str]:
    """A query with a parameter."""
    column = f.new("int")
    f.scope = (*f.scope, column)
    query = f"SELECT q.*, {marker} AS {column.text} FROM {{df}} q"
    return [f"df = spark.sql({query!r}, args={values}, df=df)"]


def inline_table(f: Frames) -> list[str]:
    """A join with rows that are in the text of the query."""
    key = f.column("int")
    if not key:
        return []
    label = f.new("str")
    f.scope = (*f.scope, label)
    rows = f"VALUES (1, 'one'), (2, 'two') AS w(wk, {label.text})"
    query = f"SELECT q.*, {label.text} FROM {{df}} q LEFT JOIN {rows} ON q.{key.text} = wk"
    return [f"df = spark.sql({query!r}, df=df)"]


def python_function(f: Frames) -> list[str]:
    value, other = f.column("int"), f.column("str")
    if not (value and other):
        return []
    column = f.new("str")
    f.scope = (*f.scope, column)
    return [
        "joined = F.udf(lambda number, text: f'{number}/{text}', 'string')",
        f"df = df.withColumn({column.text!r}, joined(df[{value.text!r}], df[{other.text!r}]))",
    ]


def table_function(f: Frames) -> list[str]:
    """A Python function that gives rows."""
    value, other = f.column("int"), f.column("str")
    if not (value and other):
        return []
    view, kept = f"{f.name}_rows", f.scope[:4]
    made = (f.new("int"), f.new("str"))
    f.scope = (*kept, *made)
    names = ", ".join(c.text for c in made)
    items = ", ".join(f"v.{c.text}" for c in kept)
    call = f"SELECT {items}, {names} FROM {view} v, LATERAL {f.name}_twice(v.{value.text}, v.{other.text}) AS r({names})"
    return [
        "class Twice:",
        "    def eval(self, number, text):",
        "        yield number, text",
        "        yield 1, text",
        f"spark.udtf.register({f'{f.name}_twice'!r}, F.udtf(Twice, returnType='number: int, text: string'))",
        f"df.createOrReplaceTempView({view!r})",
        f"df = spark.sql({call!r})",
    ]
