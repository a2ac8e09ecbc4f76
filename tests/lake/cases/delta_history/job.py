"""Queries over `DESCRIBE HISTORY` and `DESCRIBE DETAIL`: the table is an input, their columns are not its columns."""
# rows: connector.delta
# tables: orders
# since: 3.5

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql("CREATE TABLE d USING delta AS SELECT id, amount FROM orders")
    history = spark.sql("DESCRIBE HISTORY d").where("operation <> 'VACUUM'")
    history.select("version", "operation").write.parquet(f"{paths.out}/history")
    detail = spark.sql(f"DESCRIBE DETAIL delta.`{paths.own}/warehouse/d`")
    detail.select("numFiles").write.parquet(f"{paths.out}/detail")
    of_files = spark.sql(f"DESCRIBE DETAIL '{paths.table('orders')}'")
    of_files.select("numFiles").write.parquet(f"{paths.out}/detail_of_files")
