"""A dimension with the history of its rows, made of joins and unions of frames, with hashes and numbers as keys."""
# tables: orders customers
# since: 3.4

from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as f

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    dimension = spark.table("customers").withColumn("valid", f.lit(True))
    latest = Window.partitionBy("customer_id").orderBy(f.desc("day"), f.desc("id"))
    orders = (
        spark.table("orders").withColumn("place", f.row_number().over(latest)).where("place = 1")
    )
    news = orders.select(f.col("customer_id").alias("id"), f.initcap("status").alias("city"))
    joined = dimension.alias("d").join(news.alias("n"), "id", "full_outer")
    change = f.when(f.col("d.name").isNull(), "new").when(
        f.col("d.city") != f.col("n.city"), "changed"
    )
    changes = joined.select("id", "d.name", f.col("n.city").alias("city"), change.alias("change"))
    changed = changes.where("change = 'changed'").select("id")
    closed = dimension.join(changed, "id", "left_semi").withColumn("valid", f.lit(False))
    opened = changes.where("change IS NOT NULL").drop("change").withColumn("valid", f.lit(True))
    kept = dimension.join(changed, "id", "left_anti")
    history = kept.unionByName(closed).unionByName(opened)
    key = f.sha2(f.concat_ws("|", "id", f.coalesce("city", f.lit(""))), 256)
    numbered = history.withColumn("key", key).withColumn("row", f.monotonically_increasing_id())
    numbered.write.parquet(f"{paths.out}/history")


# rows: columns.join
