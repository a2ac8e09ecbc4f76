"""A batch of a stream that is cached, registered as a view, joined with a table and turned into an RDD: every write is a run."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.
# conf: spark.sql.shuffle.partitions=1
# conf: spark.sql.adaptive.enabled=false
# tables: orders customers

from functools import partial

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.readStream.schema(spark.table("orders").schema).parquet(paths.table("orders"))
    writer = orders.where("amount > 5").writeStream.foreachBatch(partial(write, paths))
    located = writer.option("checkpointLocation", f"{paths.own}/checkpoint")
    located.trigger(availableNow=True).start().awaitTermination()


def write(paths: Paths, batch: DataFrame, number: int) -> None:
    batch.persist()
    session = batch.sparkSession
    batch.createOrReplaceTempView("updates")
    totals = session.sql(
        "SELECT customer_id, sum(amount) AS total FROM updates GROUP BY customer_id"
    )
    totals.write.mode("append").parquet(f"{paths.out}/totals")
    known = session.table("customers").selectExpr("id AS customer_id")
    batch.join(known, "customer_id", "left_anti").write.mode("append").parquet(f"{paths.out}/new")
    batch.rdd.map(lambda row: row.id).saveAsTextFile(f"{paths.out}/ids/{number}")
    session.createDataFrame([(number, batch.count())], "batch LONG, rows LONG").write.mode(
        "append"
    ).parquet(f"{paths.out}/audit")
    batch.unpersist()


# rows: stream.foreach-batch
