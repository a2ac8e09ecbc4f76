"""A small typical job: three writes, a count, and a query that fails; returns all results."""

from __future__ import annotations

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> list[object]:
    orders, big, totals = (f"{paths.out}/{name}" for name in ("orders", "big", "totals"))
    made = spark.range(0, 1000, 1, 2).selectExpr("id", "id % 7 AS customer", "id * 2 AS amount")
    made.write.parquet(orders)
    spark.read.parquet(orders).where("amount > 1000").write.parquet(big)
    spark.read.parquet(big).groupBy("customer").agg(f.sum("amount").alias("total")).write.parquet(
        totals
    )
    rows = [list(row) for row in spark.read.parquet(totals).orderBy("customer").collect()]
    return [rows, spark.read.parquet(orders).count(), failure(spark)]


def failure(spark: SparkSession) -> str:
    """The message of a query that must fail."""
    try:
        spark.range(1).selectExpr("assert_true(id > 0, 'the shop is closed')").collect()
    except Exception as error:  # noqa: BLE001 - the class differs between Spark lines
        return "the shop is closed" if "the shop is closed" in str(error) else repr(error)
    return "nothing failed"
