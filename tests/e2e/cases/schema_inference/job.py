"""Schema inference reads data: the query that Spark runs for the first line is a run with an input and no output."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    frame = spark.read.option("header", "true").option("inferSchema", "true")
    frame.csv(paths.table("csv")).select("amount").write.parquet(paths.out)
