"""partitionBy on a path, and partitionBy with bucketBy and sortBy on a table."""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.table("orders")
    orders.write.partitionBy("day", "status").parquet(paths.out)
    orders.write.partitionBy("day").bucketBy(2, "id").sortBy("amount").saveAsTable("bucketed")
    spark.table("bucketed").where("day = DATE'2024-01-01'").write.parquet(f"{paths.out}_read")


# rows: node.hadoop-write
