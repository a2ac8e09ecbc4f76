"""Delta tables with a path but no name, and DataFrame writers."""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.table("orders").selectExpr("id", "amount", "day")
    orders.write.format("delta").save(paths.out)
    orders.write.format("delta").mode("append").save(paths.out)
    orders.write.format("delta").mode("overwrite").option("replaceWhere", "id > 0").save(paths.out)
    spark.read.format("delta").load(paths.out).selectExpr("id AS key").write.parquet(
        f"{paths.out}2"
    )
    orders.write.format("delta").saveAsTable("saved")
    orders.write.format("delta").mode("append").saveAsTable("saved")
    orders.write.format("delta").mode("overwrite").saveAsTable("saved")
    orders.writeTo("saved").append()
    orders.write.insertInto("saved")
    spark.sql(f"INSERT INTO delta.`{paths.out}` SELECT id, amount, day FROM orders")


# rows: connector.delta facet.dataset.version identity.delta
