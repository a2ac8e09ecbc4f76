"""Sessions of events by gaps, a calendar without gaps, and the last known value."""
# tables: orders
# since: 3.4

from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as f

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.table("orders").withColumn("at", f.to_timestamp("day"))
    by_customer = Window.partitionBy("customer_id").orderBy("at")
    until_now = by_customer.rowsBetween(Window.unboundedPreceding, Window.currentRow)
    gap = f.datediff("at", f.lag("at").over(by_customer))
    begins = f.when(gap.isNull() | (gap > 1), 1).otherwise(0)
    numbered = orders.withColumn("begins", begins).withColumn(
        "session", f.sum("begins").over(until_now)
    )
    grouped = numbered.groupBy("customer_id", "session").agg(
        f.min("at").alias("first"),
        f.sum("amount").alias("amount"),
        f.collect_list("id").alias("ids"),
    )
    grouped.write.parquet(f"{paths.out}/gaps")
    bounds = orders.agg(f.min("day").alias("first"), f.max("day").alias("last"))
    days = bounds.select(f.explode(f.sequence("first", "last")).alias("day"))
    filled = days.join(orders, "day", "left").na.fill(0.0, ["amount"])
    filled.select("day", "amount", "status").write.parquet(f"{paths.out}/calendar")
    known = f.last("status", ignorenulls=True).over(until_now)
    orders.select("id", known.alias("status")).write.parquet(f"{paths.out}/known")


# rows: columns.window
