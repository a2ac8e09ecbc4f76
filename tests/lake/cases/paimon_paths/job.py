"""Paimon tables by their path, in batches and streams."""
# tables: orders
# rows: connector.paimon

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql("CREATE DATABASE pai.db")
    spark.sql("CREATE TABLE pai.db.t (id INT, amount DOUBLE)")
    spark.sql("CREATE TABLE pai.db.u (number INT, twice DOUBLE)")
    at = f"{paths.own}/pai/db.db"
    orders = spark.table("orders").selectExpr("id", "amount * 2 AS amount")
    orders.write.format("paimon").mode("append").save(f"{at}/t")
    orders.write.format("paimon").mode("overwrite").save(f"{at}/t")
    orders.writeTo("pai.db.t").append()
    table = spark.read.format("paimon").load(f"{at}/t")
    table.select("amount").write.parquet(f"{paths.out}/by_path")
    stream = spark.readStream.format("paimon").load(f"{at}/t").select("id", "amount")
    into = stream.writeStream.format("paimon").option(
        "checkpointLocation", f"{paths.own}/checkpoint"
    )
    into.trigger(availableNow=True).start(f"{at}/u").awaitTermination()
