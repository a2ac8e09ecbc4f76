"""Writes ten numbers three times; an extension fails for the second one."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    for name in ("first", "refused", "last"):
        spark.range(10).write.parquet(f"{paths.own}/{name}")
