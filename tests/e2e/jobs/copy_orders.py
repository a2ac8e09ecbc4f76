"""Copies the orders and returns the written rows, so that two runs can be compared."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> list[list[object]]:
    orders = spark.read.parquet(paths.table("orders"))
    orders.selectExpr("id", "amount * 2 AS doubled").write.parquet(paths.out)
    return [list(row) for row in spark.read.parquet(paths.out).orderBy("id").collect()]
