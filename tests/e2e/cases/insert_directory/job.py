"""INSERT OVERWRITE DIRECTORY."""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    query = "SELECT id, concat(status, '!') AS loud FROM orders"
    spark.sql(f"INSERT OVERWRITE DIRECTORY '{paths.out}' USING parquet {query}")
    spark.sql(f"INSERT OVERWRITE DIRECTORY '{paths.out}' USING json {query}")


# rows: node.insert-directory
