"""Runs a job as soon as the session is there, before the agent knows its extensions."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.range(10).write.parquet(paths.out)
