"""`saveAsTable` in each mode, and `insertInto`, which matches columns by position."""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    assert paths.data.exists()
    frame = spark.table("orders").selectExpr("id AS order_id", "amount")
    frame.write.saveAsTable("made")
    frame.write.mode("append").saveAsTable("made")
    frame.write.mode("overwrite").saveAsTable("made")
    frame.write.mode("ignore").saveAsTable("made")
    spark.sql(
        "CREATE TABLE outside (id BIGINT, amount DOUBLE, status STRING) USING parquet"
        f" PARTITIONED BY (status) LOCATION '{paths.own / 'outside'}'"
    )
    named = spark.table("orders").selectExpr("status", "CAST(id AS BIGINT) AS ID", "amount")
    named.write.mode("append").partitionBy("status").saveAsTable("outside")
    spark.table("orders").selectExpr("customer_id", "amount + 1").write.insertInto("made")


# rows: identity.warehouse
