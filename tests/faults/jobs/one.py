"""One write; returns the written rows."""

from __future__ import annotations

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> list[list[object]]:
    spark.range(0, 3, 1, 1).write.parquet(paths.out)
    return [list(row) for row in spark.read.parquet(paths.out).collect()]
