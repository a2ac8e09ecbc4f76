"""Writes after which Delta compacts the table: each has the rows of its own."""
# rows: connector.delta
# since: 3.5

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:  # noqa: ARG001
    spark.conf.set("spark.databricks.delta.autoCompact.enabled", "true")
    spark.conf.set("spark.databricks.delta.autoCompact.minNumFiles", "2")
    spark.sql("CREATE TABLE d (id INT) USING delta")
    for n in range(3):
        spark.sql(f"INSERT INTO d VALUES ({n})")
    spark.sql("INSERT INTO d SELECT id + 10 FROM d")
