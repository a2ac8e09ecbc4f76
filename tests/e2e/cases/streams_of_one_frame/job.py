"""Two streams that start from one DataFrame: their frames have the same columns, and their batches run at once."""
# rows: stream.foreach-batch
# tables: orders customers

from collections.abc import Callable
from threading import Event

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.streaming import StreamingQuery

from tests.e2e.workspace import Paths

TIMEOUT = 60  # seconds


def run(spark: SparkSession, paths: Paths) -> None:
    other = Event()

    def first(frame: DataFrame, _: int) -> None:
        assert other.wait(TIMEOUT)  # until the batch of the other stream runs
        frame.write.mode("append").parquet(f"{paths.out}/first")

    def second(frame: DataFrame, _: int) -> None:
        other.set()
        started_first.awaitTermination()
        frame.write.mode("append").parquet(f"{paths.out}/second")

    orders = spark.readStream.schema(spark.read.parquet(paths.table("orders")).schema).parquet(
        paths.table("orders")
    )
    known = spark.read.parquet(paths.table("customers")).selectExpr("id AS customer_id")
    started_first = start(orders.where("amount > 15"), paths, "first", first)
    joined = orders.join(known, "customer_id", "left_semi").select(orders.columns)
    start(joined, paths, "second", second).awaitTermination()


def start(
    frame: DataFrame, paths: Paths, name: str, batch: Callable[[DataFrame, int], None]
) -> StreamingQuery:
    located = frame.writeStream.option("checkpointLocation", f"{paths.own}/checkpoints/{name}")
    return located.queryName(name).foreachBatch(batch).trigger(availableNow=True).start()
