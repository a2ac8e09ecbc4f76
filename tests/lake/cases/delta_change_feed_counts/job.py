"""Writes that replace the rows of a condition: with a change feed, Spark also counts the rows of the feed, so there is no count."""
# rows: connector.delta
# tables: orders
# since: 3.5

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    feed = "TBLPROPERTIES (delta.enableChangeDataFeed = true)"
    spark.sql(f"CREATE TABLE followed USING delta {feed} AS SELECT id, amount FROM orders")
    spark.sql("CREATE TABLE plain USING delta AS SELECT id, amount FROM orders")
    for table in ("followed", "plain"):
        query = "SELECT id, amount FROM orders WHERE id = 1"
        spark.sql(f"INSERT INTO {table} REPLACE WHERE id = 1 {query}")
        replaced = spark.sql(query).write.format("delta").mode("overwrite")
        replaced.option("replaceWhere", "id = 1").saveAsTable(table)
        replaced.save(f"{paths.own}/warehouse/{table}")
        spark.sql(f"INSERT INTO {table} {query}")
        spark.table("orders").select("id", "amount").writeTo(table).overwritePartitions()
