"""INSERT OVERWRITE DIRECTORY in Hive's syntax."""
# hive: yes
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql(
        f"INSERT OVERWRITE DIRECTORY '{paths.out}' STORED AS ORC SELECT id, amount FROM orders"
    )


# rows: node.insert-directory
