"""usage: stream_kinds.py FOLDER

Streaming queries of each kind: a join of two streams, state of the user's own, real time, several sinks, and a restart.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.functions import expr
from pyspark.sql.streaming import DataStreamWriter, StatefulProcessor, StatefulProcessorHandle

folder = sys.argv[1]
spark = SparkSession.builder.getOrCreate()


class Total(StatefulProcessor):  # type: ignore[misc]
    """The sum of the amounts of a customer so far."""

    def init(self, handle: StatefulProcessorHandle) -> None:
        self.total = handle.getValueState("total", "n BIGINT")

    def handleInputRows(self, key: Any, rows: Iterator[Any], _: Any) -> Iterator[Row]:  # noqa: ANN401, N802
        before = self.total.get()[0] if self.total.exists() else 0
        total = before + sum(row["amount"] for row in rows)
        self.total.update((total,))
        yield Row(customer=key[0], total=total)

    def close(self) -> None:
        pass


def files(name: str) -> DataFrame:
    """A stream of a folder of files."""
    schema = spark.read.parquet(f"{folder}/{name}").schema
    return spark.readStream.schema(schema).parquet(f"{folder}/{name}")


def sink(frame: DataFrame, name: str) -> DataStreamWriter:
    """A writer of files that has the name of its folder."""
    writer = frame.writeStream.queryName(name).option("path", f"{folder}/{name}")
    return writer.option("checkpointLocation", f"{folder}/state/{name}")


def all_of_it(writer: DataStreamWriter) -> None:
    writer.trigger(availableNow=True).start().awaitTermination()


def write_sources() -> None:
    at = "timestamp_seconds(1700000000 + id) AS at"
    orders = spark.range(9).selectExpr("id", "id % 3 AS customer", "id * 2 AS amount", at)
    orders.write.parquet(f"{folder}/orders")
    spark.range(9).selectExpr("id AS order_id", "id * 3 AS paid", at).write.parquet(
        f"{folder}/payments"
    )


def join() -> None:
    orders = files("orders").withWatermark("at", "1 hour")
    payments = (
        files("payments").withColumnRenamed("at", "paid_at").withWatermark("paid_at", "1 hour")
    )
    same = "id = order_id AND paid_at BETWEEN at AND at + INTERVAL 1 HOUR"
    for kind in ("inner", "left_outer"):
        joined = orders.join(payments, expr(same), kind)
        all_of_it(sink(joined.selectExpr("id", "amount - paid AS open"), kind))


def own_state() -> None:
    grouped = files("orders").groupBy("customer")
    totals = grouped.transformWithState(
        statefulProcessor=Total(),
        outputStructType="customer BIGINT, total BIGINT",
        outputMode="Append",
        timeMode="None",
    )
    all_of_it(sink(totals, "totals"))


def several_sinks() -> None:
    """One source, two queries at the same time, one of which writes two folders itself."""

    def twice(frame: DataFrame, _: int) -> None:
        frame.select("id").write.mode("append").parquet(f"{folder}/ids")
        frame.select("amount").write.mode("append").parquet(f"{folder}/amounts")

    orders = files("orders")
    both = [
        sink(orders.selectExpr("id", "amount + 1 AS more"), "more"),
        sink(orders, "twice").foreachBatch(twice),
    ]
    for query in [writer.trigger(availableNow=True).start() for writer in both]:
        query.awaitTermination()


def restart() -> None:
    """The same query again, from its checkpoint, with new files."""
    doubled = files("orders").selectExpr("id", "amount * 2 AS twice")
    all_of_it(sink(doubled, "doubled"))
    spark.read.parquet(f"{folder}/orders").where("id < 3").write.mode("append").parquet(
        f"{folder}/orders"
    )
    all_of_it(sink(doubled, "doubled"))


def real_time() -> None:
    """A query that keeps its tasks running; its source is Spark's own for tests."""
    jvm, session = spark._jvm, spark._jsparkSession  # noqa: SLF001
    streams = jvm.org.apache.spark.sql.execution.streaming.sources
    numbers = jvm.org.apache.spark.sql.Encoders.LONG()
    source = streams.LowLatencyMemoryStream.apply(session, 1, numbers)
    frame = DataFrame(source.toDF(), spark).selectExpr("value * 2 AS twice")
    writer = frame.writeStream.queryName("real_time").format("console").outputMode("update")
    located = writer.option("checkpointLocation", f"{folder}/state/real_time")
    query = located.trigger(realTime="5 seconds").start()
    end = time.monotonic() + 120
    while not query.recentProgress and query.isActive and time.monotonic() < end:
        time.sleep(0.2)
    query.stop()
    if query.exception() is not None:
        raise query.exception()


write_sources()
join()
own_state()
several_sinks()
restart()
real_time()
print("joined:", spark.read.parquet(f"{folder}/inner").count())
print("totals:", spark.read.parquet(f"{folder}/totals").count())
spark.stop()
