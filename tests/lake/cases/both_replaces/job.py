"""Tables that have a folder of their own and keep it when a statement replaces them without naming it."""
# rows: node.v2-create-replace connector.delta connector.iceberg
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql(f"CREATE TABLE d (id INT, amount DOUBLE) USING delta LOCATION '{paths.out}/d'")
    spark.sql("CREATE OR REPLACE TABLE d USING delta AS SELECT id, amount FROM orders")
    orders = spark.table("orders").select("id", "amount")
    orders.write.format("delta").mode("overwrite").saveAsTable("d")
    spark.sql("REPLACE TABLE d (id INT) USING delta")
    spark.sql("DROP TABLE d")
    spark.sql(f"CREATE TABLE lite.db.i (id INT) USING iceberg LOCATION '{paths.out}/i'")
    spark.sql("CREATE OR REPLACE TABLE lite.db.i USING iceberg AS SELECT id FROM orders")
    spark.sql("REPLACE TABLE lite.db.i (id INT, note STRING) USING iceberg")
