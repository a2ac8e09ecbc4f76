"""A frame registered as a view, read by SQL."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.read.parquet(paths.table("orders")).createOrReplaceTempView("o")
    spark.sql("SELECT status, avg(amount) AS mean FROM o GROUP BY status").write.parquet(paths.out)
