"""Queries with queries inside them, which have all ended before the listeners are told that they start."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from pyspark.sql import DataFrame

from tests.e2e.driver import wait_for_listeners
from tests.e2e.workspace import Paths

THREAD = "spark-listener-group-shared"


@contextmanager
def suspended(spark: Any) -> Iterator[None]:  # noqa: ANN401 - PySpark is untyped here
    """Stop the thread that calls the listeners; `Thread.suspend` is in Java up to 19."""
    wait_for_listeners(spark)
    threads = spark._jvm.Thread.getAllStackTraces().keySet()  # noqa: SLF001 - the thread has no API
    (found,) = (thread for thread in threads if thread.getName() == THREAD)
    found.suspend()
    try:
        yield
    finally:
        found.resume()
        wait_for_listeners(spark)


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    orders = spark.read.parquet(paths.table("orders"))
    orders.createOrReplaceTempView("orders")
    with suspended(spark):
        spark.sql("CREATE TABLE late USING parquet AS SELECT id AS k FROM orders")
        spark.sql("CREATE TABLE later USING parquet AS SELECT k FROM late")

    words = spark.sparkContext.textFile(str(paths.data / "text"))

    def copy(batch: DataFrame, _: int) -> None:
        batch.select("id").write.mode("append").parquet(f"{paths.out}/copy")
        batch.select("id").write.mode("append").saveAsTable("of_batch")
        words.map(str.upper).saveAsTextFile(f"{paths.out}/of_job")
        with ThreadPoolExecutor(1) as pool:
            pool.submit(batch.select("id").write.parquet, f"{paths.out}/of_pool").result()

    stream = spark.readStream.schema(orders.schema).parquet(paths.table("orders"))
    writer = stream.writeStream.queryName("late_batches").foreachBatch(copy)
    writer = writer.option("checkpointLocation", str(paths.own / "state"))
    with suspended(spark):
        writer.trigger(availableNow=True).start().awaitTermination()
