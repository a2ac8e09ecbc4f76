"""An RDD job without a query."""

from __future__ import annotations

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sparkContext.parallelize(["a", "b"], 2).saveAsTextFile(f"{paths.out}/text")
