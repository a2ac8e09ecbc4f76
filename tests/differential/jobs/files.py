"""Read and write files of two formats by path."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.read.parquet(paths.table("orders")).where("amount > 5")
    orders.selectExpr("id", "amount * 2 AS doubled").write.parquet(f"{paths.out}/parquet")
    csv = spark.read.schema("id INT, customer_id INT").option("header", True)
    csv.csv(str(paths.data / "csv")).write.json(f"{paths.out}/json")
