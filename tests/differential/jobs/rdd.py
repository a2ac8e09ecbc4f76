"""An RDD job that writes, and a DataFrame write."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    lines = spark.sparkContext.textFile(str(paths.data / "text"), 1)
    lines.saveAsTextFile(f"{paths.out}/lines")
    spark.table("orders").select("id").write.parquet(f"{paths.out}/ids")
