"""Creates a table in the session's catalog."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.read.parquet(paths.table("orders"))
    orders.selectExpr("id", "amount").write.saveAsTable("made")
