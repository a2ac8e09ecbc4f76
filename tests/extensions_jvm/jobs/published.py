"""Queries for extensions that were compiled against the published agent."""

from __future__ import annotations

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    source = f"{paths.out}/source"
    spark.range(10).selectExpr("id", "id * 2 AS secret").write.parquet(source)
    spark.read.parquet(source).groupBy("secret").count().write.parquet(f"{paths.out}/counted")
