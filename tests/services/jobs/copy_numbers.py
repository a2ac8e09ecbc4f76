"""Writes a table of numbers and copies it."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> int:
    spark.range(4).write.parquet(f"{paths.out}/numbers")
    numbers = spark.read.parquet(f"{paths.out}/numbers")
    numbers.selectExpr("id * 2 AS doubled").write.parquet(f"{paths.out}/doubled")
    return int(spark.read.parquet(f"{paths.out}/doubled").count())
