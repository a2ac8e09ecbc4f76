"""Writes two days, reads both by path, writes one month of them, and copies lines with RDDs."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

DAYS = ("2024-01-01", "2024-01-02")


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.read.parquet(paths.table("orders"))
    daily = [f"{paths.out}/daily/day={day}" for day in DAYS]
    for folder in daily:
        orders.selectExpr("id", "amount").write.parquet(folder)
    month = spark.read.parquet(*daily).where("amount > 1").selectExpr("id", "amount * 2 AS twice")
    month.write.parquet(f"{paths.out}/monthly/2024/01")
    text = spark.sparkContext.textFile(str(paths.data / "text"))
    text.saveAsTextFile(f"{paths.out}/lines")
