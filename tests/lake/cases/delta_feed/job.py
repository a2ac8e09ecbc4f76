"""Delta's change data feed, in SQL and by options, in batches and as a stream; and a query without output."""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql(
        "CREATE TABLE d (id INT, amount DOUBLE) USING delta "
        "TBLPROPERTIES (delta.enableChangeDataFeed = true)"
    )
    spark.sql("INSERT INTO d SELECT id, amount FROM orders")
    spark.sql("UPDATE d SET amount = amount + 1 WHERE id = 2")
    spark.sql(
        "CREATE TABLE changes USING parquet AS SELECT id, _change_type AS what "
        "FROM table_changes('d', 1) WHERE _commit_version > 1"
    )
    feed = spark.read.option("readChangeFeed", "true").option("startingVersion", 1)
    feed.table("d").select("amount").write.saveAsTable("by_option", format="parquet")
    path = feed.format("delta").load(f"{paths.own}/warehouse/d")
    path.select("id").write.parquet(f"{paths.out}/by_path")
    spark.sql("DESCRIBE HISTORY d").collect()
    spark.sql("DESCRIBE DETAIL d").collect()


# rows: connector.delta filter.metadata
