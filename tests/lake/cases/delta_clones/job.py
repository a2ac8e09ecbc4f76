"""Shallow clones of files that are no Delta table: the source has the facets of a table of files."""
# rows: connector.delta
# tables: orders
# since: 3.5

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql("CREATE TABLE files USING parquet AS SELECT id, amount FROM orders")
    spark.sql("CREATE TABLE of_table SHALLOW CLONE files")
    folder = f"{paths.own}/warehouse/files"
    spark.sql(f"CREATE TABLE of_folder SHALLOW CLONE parquet.`{folder}`")
    spark.sql("CREATE TABLE again SHALLOW CLONE of_table")
