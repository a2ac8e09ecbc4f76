"""`INSERT` into a temporary view of a path. Spark then calls the relation of the view, as for a connector."""
# rows: connector.delta
# tables: orders
# since: 3.5

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.table("orders").select("id", "amount")
    orders.write.format("delta").save(paths.out)
    spark.sql(f"CREATE TEMPORARY VIEW v USING delta OPTIONS (path '{paths.out}')")
    spark.sql("INSERT INTO v SELECT customer_id, amount * 2 FROM orders")
    spark.sql("INSERT OVERWRITE v SELECT id, 0 FROM orders WHERE status = 'paid'")
    spark.conf.set("spark.databricks.delta.write.txnAppId", "job")
    spark.conf.set("spark.databricks.delta.write.txnVersion", "1")
    for _ in range(2):  # Delta skips the second one
        spark.sql("INSERT INTO v SELECT id, amount FROM orders")
