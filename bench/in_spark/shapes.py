"""Plans that grow in one dimension each. They are never executed: the tables are empty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from pyspark.sql import DataFrame

from bench.in_spark.statements import STATEMENTS, TABLES, longs

Frame = Any  # PySpark is untyped here
Build = Callable[[int], Frame]


@dataclass(frozen=True)
class Shape:
    """A plan by size.

    `sizes` ascend, so that a builder can extend what it built last.
    """

    name: str
    axis: str
    sizes: tuple[int, ...]
    build: Build


def table(spark: Any, name: str, columns: list[str]) -> Frame:  # noqa: ANN401
    spark.sql(f"DROP TABLE IF EXISTS {name}")
    spark.sql(f"CREATE TABLE {name} ({', '.join(columns)}) USING parquet")
    return spark.table(name)


class Chain:
    """Nested selects that compute every column again."""

    def __init__(self, spark: Any, columns: int) -> None:  # noqa: ANN401
        self._spark = spark
        self._frame = table(spark, f"wide_{columns}", longs(columns))._jdf
        self._long = 0
        texts = [f"c{n} + 1 AS c{n}" for n in range(columns)]
        self._select = spark._jvm.PythonUtils.toSeq(texts)

    def to(self, selects: int) -> Frame:
        """Extend the chain to this number of selects."""
        while self._long < selects:
            self._frame = self._frame.selectExpr(self._select)
            self._long += 1
        return DataFrame(self._frame, self._spark)


def cached(spark: Any, reads: int) -> Frame:  # noqa: ANN401
    """A cached frame joined with itself and cached again, until the first frame is read `reads` times."""
    frame = spark.table("ten").selectExpr("c0", "c1", "c2").cache()
    for _ in range(reads.bit_length() - 1):
        joined = frame.alias("a").join(frame.alias("b"), "c0")
        frame = joined.selectExpr("c0", "a.c1 + b.c2 AS c1", "b.c2").cache()
    return frame


def views(spark: Any, depth: int) -> Frame:  # noqa: ANN401
    """Temporary views, each over the one before."""
    below = "ten"
    for n in range(depth):
        columns = ", ".join(f"c{c} + {n} AS c{c}" for c in range(10))
        spark.sql(
            f"CREATE OR REPLACE TEMP VIEW v{n} AS SELECT {columns} FROM {below} WHERE c0 > {n}"
        )
        below = f"v{n}"
    return spark.table(below)


def with_columns(spark: Any, columns: int) -> Frame:  # noqa: ANN401
    """A loop of `withColumn`: each column uses the one before."""
    frame = spark.table("ten")
    for n in range(10, 10 + columns):
        frame = frame.withColumn(f"c{n}", frame[f"c{n - 1}"] + frame["c0"])
    return frame


def nested(spark: Any, fields: int) -> Frame:  # noqa: ANN401
    """Columns with 125 fields each, in five structs inside a struct."""
    leaves = ", ".join(f"f{n}: BIGINT" for n in range(25))
    structs = ", ".join(f"s{n}: STRUCT<{leaves}>" for n in range(5))
    columns = [f"c{n} STRUCT<{structs}>" for n in range(fields // 125)]
    return table(spark, f"nested_{fields}", columns)


def shapes(spark: Any) -> list[Shape]:  # noqa: ANN401
    """All of them."""
    for name, columns in TABLES.items():
        table(spark, name, columns)
    high, wide = Chain(spark, 100), Chain(spark, 2000)
    columns_of_chain = (125, 250, 500, 1000, 2000)
    doubling = (2, 4, 8, 16, 32, 64)
    return [
        Shape("10 chained selects", "columns", columns_of_chain, lambda n: Chain(spark, n).to(10)),
        Shape("chained selects, 100 columns", "selects", (25, 50, 100, 200), high.to),
        Shape("chained selects, 2,000 columns", "selects", (5, 10, 20, 50, 100, 200), wide.to),
        Shape("withColumn in a loop", "columns", (25, 50, 100, 200), partial(with_columns, spark)),
        Shape("views over views", "depth", (10, 20, 40, 80), partial(views, spark)),
        *(of_statement(spark, *statement) for statement in STATEMENTS),
        Shape("nested schema, copied", "fields", (625, 1250, 2500, 5000), partial(nested, spark)),
        Shape(
            "cached frame, joined with itself",
            "reads of the first",
            doubling,
            partial(cached, spark),
        ),
    ]


def of_statement(
    spark: Any,  # noqa: ANN401
    name: str,
    axis: str,
    sizes: tuple[int, ...],
    text: Callable[[int], str],
) -> Shape:
    return Shape(name, axis, sizes, lambda n: spark.sql(text(n)))
