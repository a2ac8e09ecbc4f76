"""The batches of a stream are runs: inputs, outputs, writes of foreachBatch, and no dataset for other sinks."""
# conf: spark.sql.shuffle.partitions=1

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import expr
from pyspark.sql.streaming import DataStreamWriter

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.readStream.schema(spark.read.parquet(paths.table("orders")).schema).parquet(
        paths.table("orders")
    )
    chosen = orders.where("amount > 15").selectExpr("id", "amount * 2 AS doubled", "day")
    files = chosen.writeStream.format("parquet").partitionBy("day")
    finish(files.option("path", f"{paths.out}/files"), paths, "files")
    lines = orders.select("status", "day").writeStream.format("text").partitionBy("day")
    finish(lines.option("path", f"{paths.out}/lines"), paths, "lines")
    finish(orders.writeStream.foreachBatch(lambda frame, _: twice(frame, paths)), paths, "twice")
    late = orders.selectExpr("CAST(day AS TIMESTAMP) AS at", "status").withWatermark("at", "1 day")
    counted = late.dropDuplicates(["status"]).groupBy("status").count()
    finish(
        counted.writeStream.format("memory").queryName("kept").outputMode("complete"), paths, "m"
    )
    spark.table("kept").write.parquet(f"{paths.out}/of_memory")
    first = late.dropDuplicates(["status"]).writeStream.format("parquet")
    finish(first.option("path", f"{paths.out}/first"), paths, "first")
    others = late.selectExpr("at AS other", "status AS same")
    pairs = late.join(others, expr("status = same")).writeStream.format("parquet")
    finish(pairs.option("path", f"{paths.out}/pairs"), paths, "pairs")
    finish(orders.writeStream.format("console"), paths, "console")
    finish_table(orders.selectExpr("id", "status"), paths)
    rate = spark.readStream.format("rate-micro-batch").option("rowsPerBatch", 5).load()
    finish(rate.writeStream.format("noop"), paths, "rate", once=True)
    made = rate.selectExpr("value * 2 AS n").writeStream.format("parquet")
    finish(made.option("path", f"{paths.out}/made"), paths, "made", once=True)


def finish(writer: DataStreamWriter, paths: Paths, name: str, *, once: bool = False) -> None:
    """Run a streaming query over all available data."""
    trigger = writer.trigger(once=True) if once else writer.trigger(availableNow=True)
    located = trigger.option("checkpointLocation", f"{paths.own}/checkpoints/{name}")
    located.start().awaitTermination()


def finish_table(frame: DataFrame, paths: Paths) -> None:
    writer = frame.writeStream.trigger(availableNow=True)
    located = writer.option("checkpointLocation", f"{paths.own}/checkpoints/table")
    located.toTable("streamed").awaitTermination()


def twice(frame: DataFrame, paths: Paths) -> None:
    frame.selectExpr("id", "upper(status) AS loud").write.mode("append").parquet(
        f"{paths.out}/loud"
    )
    frame.groupBy("customer_id").sum("amount").write.mode("append").parquet(f"{paths.out}/sums")


# rows: stream.files stream.foreach-batch
