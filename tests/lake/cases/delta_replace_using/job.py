"""`insertInto` which replaces the rows that match those of the query, by columns or by a condition."""
# rows: connector.delta
# tables: orders
# since: 4.0

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:  # noqa: ARG001
    spark.sql("CREATE TABLE d USING delta AS SELECT id, amount FROM orders")
    changed = spark.table("orders").where("id < 3").selectExpr("id", "amount * 2 AS twice")
    by_columns = changed.write.format("delta").mode("overwrite").option("replaceUsing", "id")
    by_columns.insertInto("d")
    on_condition = changed.write.format("delta").mode("overwrite").option("targetAlias", "t")
    on_condition.option("replaceOn", "t.id = twice").insertInto("d")
