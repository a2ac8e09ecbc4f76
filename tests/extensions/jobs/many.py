"""Writes six times and ends, without waiting for events."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

WRITES = 6


def run(spark: SparkSession, paths: Paths) -> None:
    for i in range(WRITES):
        spark.range(10).write.parquet(f"{paths.out}/{i}")
