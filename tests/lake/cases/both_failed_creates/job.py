"""A CREATE TABLE AS SELECT that fails leaves no table: a later IF NOT EXISTS creates it. Also LIKE and CONVERT by name."""
# tables: orders
# rows: connector.delta

import contextlib

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, _: Paths) -> None:
    for table, source in (("d", "delta"), ("ice.db.t", "iceberg")):
        with contextlib.suppress(Exception):
            spark.sql(
                f"CREATE TABLE {table} USING {source} AS SELECT raise_error('no') AS a, id FROM orders"
            )
        if source == "iceberg":  # Delta keeps the folder of a table whose rows were not written
            spark.sql(f"CREATE TABLE IF NOT EXISTS {table} (id INT) USING {source}")
    spark.sql("CREATE TABLE made USING delta AS SELECT id, amount FROM orders")
    spark.sql("CREATE TABLE alike LIKE made")
    spark.sql("CREATE TABLE files USING parquet AS SELECT id FROM orders")
    spark.sql("CONVERT TO DELTA files")
    spark.sql("DROP TABLE MADE")
