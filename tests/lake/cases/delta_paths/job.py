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
    some = orders.selectExpr("id AS ID", "amount").write.format("delta").mode("append")
    some.save(paths.out)  # the table keeps its columns
    orders.write.format("delta").mode("ignore").save(paths.out)  # writes nothing
    once = orders.write.format("delta").mode("append").option("txnAppId", "job")
    for _ in range(2):  # Delta skips the second one
        once.option("txnVersion", 1).save(paths.out)
    orders.select("id").write.format("delta").mode("overwrite").option(
        "overwriteSchema", "true"
    ).save(paths.out)


# rows: connector.delta facet.dataset.version identity.delta
