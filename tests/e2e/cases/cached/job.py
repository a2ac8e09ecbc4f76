"""Cached frames and cached tables keep their sources."""
# tables: orders
# spark3: adaptive execution is the root of a plan that reads a cache

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    frame = spark.table("orders").selectExpr("id", "amount * 2 AS doubled").cache()
    frame.where("doubled > 30").write.parquet(f"{paths.out}/first")
    frame.groupBy("id").sum("doubled").write.parquet(f"{paths.out}/second")
    spark.sql("CACHE TABLE kept AS SELECT id, status FROM orders")
    spark.table("kept").write.parquet(f"{paths.out}/third")


# rows: columns.cache node.cache
