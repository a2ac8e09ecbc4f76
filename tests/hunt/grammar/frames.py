"""Writes chains of DataFrame operations in Python, mixed with SQL; the last frame is `df`."""

from __future__ import annotations

from collections.abc import Callable

from tests.hunt.grammar import frame_columns, frame_queries
from tests.hunt.grammar.expressions import GROUPING, Column, Scope
from tests.hunt.grammar.queries import Queries

Operation = Callable[["Frames"], list[str]]


class Frames:
    """A chain of operations. `scope` has the columns of `df`, by names without a table."""

    def __init__(self, queries: Queries, name: str, forced: list[str] | None = None) -> None:
        self.queries = queries
        self.writer = queries.writer
        self.choices = queries.choices
        self.name = name
        self.forced = list(forced or [])
        self.scope: Scope = ()
        self.fresh = 0
        self.observed = 0

    def chain(self) -> list[str]:
        """The lines of a program with one to four operations."""
        lines = self.start()
        for _ in range(max(len(self.forced), 1 + self.choices.below(4))):
            chosen = self.forced.pop(0) if self.forced else self.choices.one(tuple(OPERATIONS))
            lines += OPERATIONS[chosen](self)
        # DISTINCT and the like need comparable columns, a table needs different names
        return lines

    def start(self) -> list[str]:
        if not self.forced and self.choices.chance(35):
            text, columns = self.queries.query(1)
            self.scope = columns
            self.fresh = len(columns)
            return [f"df = spark.sql({text!r})"]
        table = self.queries.relations.tables[self.choices.one(("t1", "t1", "t2"))]
        self.scope = tuple(Column(c, shape) for c, shape in table.columns.items())
        return [f"df = spark.table({table.name!r})"]

    def new(self, shape: str) -> Column:
        self.fresh += 1
        return Column(f"n{self.fresh}", shape)

    def expression(self, shape: str, depth: int = 2) -> str:
        return repr(self.writer.expression(shape, self.scope, depth, subqueries=False))

    def column(self, *shapes: str) -> Column | None:
        found = [c for c in self.scope if c.shape in shapes]
        return self.choices.one(found) if found else None


def select(f: Frames) -> list[str]:
    items, columns = [], []
    for _ in range(1 + f.choices.below(3)):
        shape, text = f.writer.wanted("expressions", f.scope)
        column = f.new(shape)
        items.append(f"{text} AS {column.text}")
        columns.append(column)
    f.scope = (*f.scope[:3], *columns)
    kept = [c.text for c in f.scope if c not in columns]
    return [f"df = df.selectExpr({', '.join(map(repr, kept + items))})"]


def with_column(f: Frames) -> list[str]:
    shape = f.choices.one(f.writer.shapes())
    column = f.new(shape)
    line = f"df = df.withColumn({column.text!r}, F.expr({f.expression(shape)}))"
    f.scope = (*f.scope, column)
    return [line]


def where(f: Frames) -> list[str]:
    return [f"df = df.filter(F.expr({f.expression('bool')}))"]


def update_struct(f: Frames) -> list[str]:
    """The fields of a struct are replaced, added or dropped; the result has the fields of a pair."""
    pair, column = f.expression("pair"), f.new("pair")
    value = f.expression("int")
    ways = (
        f"F.expr({pair}).withField('a', F.expr({value}))",
        f"F.expr({pair}).withField('z', F.expr({value})).dropFields('z')",
        f"F.expr({pair}).withField('z', F.lit(1)).withField('a', F.expr({value})).dropFields('z')",
    )
    line = f"df = df.withColumn({column.text!r}, {f.choices.one(ways)})"
    f.scope = (*f.scope, column)
    return [line]


def updated_field(f: Frames) -> list[str]:
    pair, column = f.expression("pair"), f.new("int")
    new = f.choices.one(("F.lit(1)", f"F.expr({f.expression('int')})"))
    line = f"df = df.withColumn({column.text!r}, F.expr({pair}).withField('nw', {new}).getField('nw').cast('int'))"
    f.scope = (*f.scope, column)
    return [line]


def aggregate(f: Frames) -> list[str]:
    how = f.choices.one(("groupBy", "groupBy", "rollup", "cube"))
    keys = [c for c in (f.column(*GROUPING) for _ in range(f.choices.below(3))) if c]
    keys = list(dict.fromkeys(keys))
    made, columns = [], []
    for _ in range(1 + f.choices.below(3)):
        shape, text = f.writer.wanted("aggregates", f.scope)
        column = f.new(shape)
        made.append(f"F.expr({text!r}).alias({column.text!r})")
        columns.append(column)
    f.scope = (*keys, *columns)
    names = ", ".join(repr(k.text) for k in keys)
    return [f"df = df.{how}({names}).agg({', '.join(made)})"]


def window(f: Frames) -> list[str]:
    shape, text = f.writer.wanted("windows", f.scope)
    column = f.new(shape)
    f.scope = (*f.scope, column)
    return [f"df = df.withColumn({column.text!r}, F.expr({text!r}))"]


def join(f: Frames) -> list[str]:
    key = f.column("int")
    if not key:
        return []
    how = f.choices.one(("inner", "left", "right", "full", "left_semi", "left_anti"))
    other = f.choices.one(("t3", "t2"))
    small = {
        "t3": (("label", "str"), ("rate", "dbl")),
        "t2": (("name", "str"), ("z", "int"), ("info", "pair")),
    }[other]
    new = [f.new(shape) for _, shape in small]
    renamed = ", ".join(repr(f"{c} AS {n.text}") for (c, _), n in zip(small, new, strict=True))
    joined = f.new("int")
    hint = f.choices.one(("", ".hint('broadcast')"))
    lines = [
        f"other = spark.table({other!r}).selectExpr('k AS {joined.text}', {renamed}){hint}",
        f"df = df.join(other, df[{key.text!r}] == other[{joined.text!r}], {how!r})",
    ]
    if how not in ("left_semi", "left_anti"):
        f.scope = (*f.scope, joined, *new)
    return lines


def union(f: Frames) -> list[str]:
    how = f.choices.one((
        "union", "unionByName", "intersect", "exceptAll", "subtract", "intersectAll",
    ))  # fmt: skip
    plain = tuple(c for c in f.scope if c.shape in GROUPING)
    if not plain:
        return []
    f.scope = plain
    names = ", ".join(repr(c.text) for c in plain)
    return [
        f"df = df.select({names})",
        f"df = df.{how}(df.filter(F.expr({f.expression('bool', 1)})))",
    ]


def distinct(f: Frames) -> list[str]:
    key = f.column(*GROUPING)
    if f.choices.chance(50) and key:
        return [f"df = df.dropDuplicates([{key.text!r}])"]
    f.scope = tuple(c for c in f.scope if c.shape in GROUPING) or f.scope
    return [f"df = df.select({', '.join(repr(c.text) for c in f.scope)}).distinct()"]


def explode(f: Frames) -> list[str]:
    shape, made = f.choices.one((("ints", "int"), ("items", "pair"), ("strs", "str")))
    column = f.new(made)
    how = f.choices.one(("explode", "explode_outer"))
    line = f"df = df.select('*', F.{how}(F.expr({f.expression(shape)})).alias({column.text!r}))"
    f.scope = (*f.scope, column)
    return [line]


def pivot(f: Frames) -> list[str]:
    keys = [c for c in f.scope if c.shape in ("int", "date")]
    by, value = f.column("str"), f.column("int")
    if not (keys and by and value):
        return []
    key = f.choices.one(keys)
    f.scope = (key, Column("a", "int"), Column("b", "int"))
    return [
        f"df = df.groupBy({key.text!r}).pivot({by.text!r}, ['a', 'b']).agg(F.max({value.text!r}))"
    ]


def melt(f: Frames) -> list[str]:
    values = [c for c in f.scope if c.shape == "int"][:3]
    key = f.column("str", "date")
    if len(values) < 2 or not key:
        return []
    f.scope = (key, Column("which", "str"), Column("what", "int"))
    names = [c.text for c in values]
    return [f"df = df.melt([{key.text!r}], {names!r}, 'which', 'what')"]


def sort(f: Frames) -> list[str]:
    key = f.column(*GROUPING)
    end = f.choices.one(("", ".limit(4)", ".offset(1)"))
    return [f"df = df.orderBy(F.desc({key.text!r})){end}"] if key else []


def sort_partitions(f: Frames) -> list[str]:
    """The first rows of a frame that is sorted inside of its partitions."""
    key = f.column(*GROUPING)
    if not key:
        return []
    between = f.choices.one(
        ("", ".coalesce(1)", ".alias('q')", f".filter(F.expr({f.expression('bool', 1)}))")
    )
    return [f"df = df.sortWithinPartitions(F.desc({key.text!r})){between}.limit(4)"]


def keep(line: str) -> Operation:
    """An operation that keeps the columns."""
    return lambda _: [line]


def nearest(f: Frames) -> list[str]:
    """A join with the last row that is not greater."""
    value = f.column("int")
    if not value:
        return []
    key, label = f.new("int"), f.new("str")
    f.scope = (*f.scope, key, label)
    return [
        f"other = spark.table('t3').selectExpr('k AS {key.text}', 'label AS {label.text}')",
        f"df = df._joinAsOf(other, df[{value.text!r}], other[{key.text!r}], how='left')",
    ]


def observed(f: Frames) -> list[str]:
    """A metric; its name is used once in a plan."""
    f.observed += 1
    return [f"df = df.observe('seen{f.observed}', F.count(F.lit(1)).alias('n'))"]


OPERATIONS: dict[str, Operation] = {
    "select": select,
    "withColumn": with_column,
    "filter": where,
    "withField": update_struct,
    "getField": updated_field,
    "groupBy": aggregate,
    "window": window,
    "join": join,
    "union": union,
    "distinct": distinct,
    "explode": explode,
    "pivot": pivot,
    "melt": melt,
    "orderBy": sort,
    "sortWithinPartitions": sort_partitions,
    "view": frame_queries.through_view,
    "named parameter": frame_queries.named_parameter,
    "positional parameter": frame_queries.positional_parameter,
    "inline table": frame_queries.inline_table,
    "udf": frame_queries.python_function,
    "udtf": frame_queries.table_function,
    "as of": nearest,
    "withColumns": frame_columns.with_columns,
    "withColumnsRenamed": frame_columns.renamed,
    "drop": frame_columns.dropped,
    "withMetadata": frame_columns.with_metadata,
    "replace": frame_columns.replaced_values,
    "star": frame_columns.star,
    "missing columns": frame_columns.union_by_name,
    "crossJoin": frame_columns.cross,
    "sampleBy": frame_columns.sampled,
    "randomSplit": frame_columns.split,
    "rdd": keep("df = spark.createDataFrame(df.rdd.map(lambda row: row), df.schema)"),
    "cache": keep("df = df.cache()"),
    "checkpoint": keep("df = df.localCheckpoint()"),
    "reliable checkpoint": keep("df = df.checkpoint()"),
    "alias": keep("df = df.alias('q')"),
    "repartition": keep("df = df.repartition(1)"),
    "coalesce": keep("df = df.coalesce(1)"),
    "broadcast": keep("df = df.hint('broadcast')"),
    "rebalance": keep("df = df.hint('rebalance')"),
    "sample": keep("df = df.sample(fraction=0.7, seed=3)"),
    "fill": keep("df = df.na.fill(0).na.drop('all')"),
    "observe": observed,
    "to": keep("df = df.to(df.schema)"),
}
