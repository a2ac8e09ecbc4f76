"""Functions with `@headwater.lineage`, which Spark cannot analyse; no connection is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import headwater
import pandas as pd  # type: ignore[import-untyped]
from headwater.extensions import InputDataset, OutputDataset
from pyspark.sql import Row, SparkSession, functions

from tests.e2e.workspace import Paths

RATES = InputDataset("pg://db", "rates")


def declared() -> tuple[Any, Any, Any]:
    """Defines the functions locally, so that executors need not import this file."""

    @headwater.lineage(inputs=RATES, columns={"score": ["a", RATES.column("rate")]})
    def score(a: int, b: int) -> int:
        return a + b

    @headwater.lineage(outputs=OutputDataset("pg://db", "pushed"))
    def push(rows: Iterable[Row]) -> None:
        assert sum(1 for _ in rows) >= 0

    @headwater.lineage(inputs=InputDataset("pg://db", "looked up"))
    def look(rows: Iterable[Row]) -> Iterator[tuple[int]]:
        return ((row.a + 1,) for row in rows)

    return score, push, look


def grouped() -> Any:  # noqa: ANN401 - PySpark has no type for it
    """A grouped aggregate that uses its first argument only."""

    @headwater.lineage(columns={"largest": ["a"]})
    def largest(a: pd.Series, b: pd.Series) -> int:
        return int(a.max()) if len(b) else 0

    return functions.pandas_udf(largest, "long", functions.PandasUDFType.GROUPED_AGG)


def run(spark: SparkSession, paths: Paths) -> list[int]:
    score, push, look = declared()
    scored = functions.udf(score, "long")
    spark.range(5).selectExpr("id AS a", "id AS b").write.parquet(f"{paths.out}/source")
    source = spark.read.parquet(f"{paths.out}/source")
    source.select(scored("a", "b").alias("score")).write.parquet(f"{paths.out}/scored")
    if spark.version >= "4":  # earlier versions have no keyword arguments
        swapped = scored(b=source["a"], a=source["b"])
        source.select(swapped.alias("score")).write.parquet(f"{paths.out}/swapped")
    source.select(grouped()("a", "b").alias("largest")).write.parquet(f"{paths.out}/grouped")
    source.foreachPartition(push)
    source.rdd.mapPartitions(look).toDF(["a"]).write.parquet(f"{paths.out}/mapped")
    return sorted(r.score for r in spark.read.parquet(f"{paths.out}/scored").collect())
