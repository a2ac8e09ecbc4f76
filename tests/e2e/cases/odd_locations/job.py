"""A location in a statement is a path and no URI: `#` and `%20` are parts of a folder's name."""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    for number, folder in enumerate(("a#b", "a%20b", "a b")):
        spark.sql(f"CREATE DATABASE db{number} LOCATION '{paths.own}/{folder}'")
        spark.sql(f"CREATE TABLE db{number}.made USING parquet AS SELECT id FROM orders")
        spark.sql(f"CREATE TABLE moved{number} (id INT) USING parquet")
        spark.sql(f"ALTER TABLE moved{number} SET LOCATION '{paths.own}/{folder}/moved'")
        spark.sql(f"INSERT INTO moved{number} SELECT id FROM db{number}.made")


# rows: node.alter identity.warehouse
