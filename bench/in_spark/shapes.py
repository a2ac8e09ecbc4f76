"""Plans that grow in one dimension each. They are never executed: the tables are empty."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame

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


def longs(count: int) -> list[str]:
    return [f"c{n} BIGINT" for n in range(count)]


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


def union(branches: int) -> str:
    """Branches over one table of ten columns."""
    columns = ", ".join(f"c{n} + {{0}} AS c{n}" for n in range(10))
    return " UNION ALL ".join(f"SELECT {columns.format(b)} FROM ten" for b in range(branches))


def joins(count: int) -> str:
    """A table joined repeatedly to itself; the output adds a column of each side."""
    sides = "".join(f" JOIN ten t{n} ON t0.c0 = t{n}.c0" for n in range(1, count + 1))
    total = " + ".join(f"t{n}.c1" for n in range(count + 1))
    return f"SELECT t0.c0, {total} AS total FROM ten t0{sides}"


def ctes(references: int) -> str:
    """Each CTE reads the previous one twice, so that the first one is read `references` times."""
    levels = references.bit_length() - 1
    pair = "(SELECT a.c0, a.c1 + b.c2 AS c1, b.c2 FROM x{0} a JOIN x{0} b ON a.c0 = b.c0)"
    more = "".join(f", x{n + 1} AS {pair.format(n)}" for n in range(levels))
    return f"WITH x0 AS (SELECT c0, c1, c2 FROM ten){more} SELECT * FROM x{levels}"


def deep(depth: int) -> str:
    """One expression with `depth` nested operators."""
    text = "c0"
    for n in range(depth):
        text = f"({text} + c{n % 10})"
    return f"SELECT {text} AS deep FROM ten"


def cached(spark: Any, reads: int) -> Frame:  # noqa: ANN401
    """A cached frame joined with itself and cached again, until the first frame is read `reads` times."""
    frame = spark.table("ten").selectExpr("c0", "c1", "c2").cache()
    for _ in range(reads.bit_length() - 1):
        joined = frame.alias("a").join(frame.alias("b"), "c0")
        frame = joined.selectExpr("c0", "a.c1 + b.c2 AS c1", "b.c2").cache()
    return frame


def nested(spark: Any, fields: int) -> Frame:  # noqa: ANN401
    """Columns with 125 fields each, in five structs inside a struct."""
    leaves = ", ".join(f"f{n}: BIGINT" for n in range(25))
    structs = ", ".join(f"s{n}: STRUCT<{leaves}>" for n in range(5))
    columns = [f"c{n} STRUCT<{structs}>" for n in range(fields // 125)]
    return table(spark, f"nested_{fields}", columns)


def shapes(spark: Any) -> list[Shape]:  # noqa: ANN401
    """All of them."""
    table(spark, "ten", longs(10))
    high, wide = Chain(spark, 100), Chain(spark, 2000)
    columns = (125, 250, 500, 1000, 2000)
    doubling = (2, 4, 8, 16, 32, 64)
    return [
        Shape("10 chained selects", "columns", columns, lambda n: Chain(spark, n).to(10)),
        Shape("chained selects, 100 columns", "selects", (25, 50, 100, 200), high.to),
        Shape("chained selects, 2,000 columns", "selects", (5, 10, 20, 50, 100, 200), wide.to),
        Shape("union", "branches", (25, 50, 100, 200), lambda n: spark.sql(union(n))),
        Shape("joins", "joins", (4, 8, 15, 30), lambda n: spark.sql(joins(n))),
        Shape(
            "nested CTEs, each read twice",
            "reads of the first",
            doubling,
            lambda n: spark.sql(ctes(n)),
        ),
        Shape("one expression", "depth", (62, 125, 250, 500), lambda n: spark.sql(deep(n))),
        Shape(
            "nested schema, copied", "fields", (625, 1250, 2500, 5000), lambda n: nested(spark, n)
        ),
        Shape(
            "cached frame, joined with itself",
            "reads of the first",
            doubling,
            lambda n: cached(spark, n),
        ),
    ]
