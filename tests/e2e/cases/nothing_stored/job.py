"""Sinks of a batch that store nothing: the run has its inputs, no output and no gap."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    ids = spark.read.parquet(paths.table("orders")).select("id")
    ids.write.format("noop").mode("overwrite").save()
    ids.write.format("console").save()
