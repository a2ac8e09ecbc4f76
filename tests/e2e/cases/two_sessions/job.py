"""Two sessions of one context have different views with the same name."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    other = spark.newSession()
    spark.read.parquet(paths.table("orders")).createOrReplaceTempView("v")
    other.read.parquet(paths.table("customers")).createOrReplaceTempView("v")
    spark.sql("SELECT id FROM v").write.parquet(f"{paths.out}/orders")
    other.sql("SELECT id FROM v").write.parquet(f"{paths.out}/customers")
