"""Reads of Delta tables, including old versions."""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> dict[str, str]:
    spark.sql("CREATE TABLE d USING delta AS SELECT id, amount, status FROM orders")
    spark.sql("INSERT INTO d SELECT id + 10, amount, status FROM orders")
    spark.sql("CREATE TABLE now USING parquet AS SELECT id, amount FROM d WHERE status = 'paid'")
    spark.sql("CREATE TABLE before USING parquet AS SELECT id FROM d VERSION AS OF 0")
    at = f"{paths.own}/warehouse/d"
    old = spark.read.format("delta").option("versionAsOf", "0").load(at)
    old.select("amount").write.saveAsTable("from_path", format="parquet")
    spark.sql(
        "CREATE TABLE both USING parquet AS SELECT /*+ COALESCE(1) */ a.id FROM d a JOIN orders o "
        "ON a.id = o.id"
    )
    return {"now": "1", "before": "0", "from_path": "0", "both": "1"}


# rows: connector.delta
