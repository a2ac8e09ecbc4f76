"""A DataFrame that is older than the table's latest commit reads that commit, so it has no version; one that asks for its version has it."""
# tables: orders
# since: 3.5

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql("CREATE TABLE d USING delta AS SELECT id, amount FROM orders")
    older = spark.table("d")
    first = spark.sql("SELECT * FROM d VERSION AS OF 0")
    before = older.count()
    spark.sql("INSERT INTO d SELECT id + 10, amount FROM orders")
    older.select("id").write.parquet(f"{paths.out}/older")
    first.select("id").write.parquet(f"{paths.out}/first")
    assert spark.read.parquet(f"{paths.out}/older").count() == 2 * before
    assert spark.read.parquet(f"{paths.out}/first").count() == before
