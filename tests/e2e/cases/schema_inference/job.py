"""Reading without a schema starts Spark jobs of its own; they belong to no run of theirs."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    frame = spark.read.option("header", "true").option("inferSchema", "true")
    frame.csv(paths.table("csv")).select("amount").write.parquet(paths.out)
