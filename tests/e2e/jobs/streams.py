"""Streaming queries that end in every possible way; two of them run until their session stops."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pyspark.sql import DataFrame

from tests.e2e.workspace import Paths


def start(paths: Paths, source: DataFrame, name: str) -> Any:  # noqa: ANN401
    """A writer of files with a checkpoint."""
    writer = source.writeStream.queryName(name).format("parquet")
    checkpoint = str(paths.own / "state" / name)
    return writer.option("checkpointLocation", checkpoint).option("path", f"{paths.out}/{name}")


def all_of_it(writer: Any) -> Any:  # noqa: ANN401
    """Run the query until all available data is processed."""
    return writer.trigger(availableNow=True).start().awaitTermination()


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    frame = spark.read.parquet(paths.table("orders"))
    for n in range(3):
        frame.where(f"id = {n + 1}").coalesce(1).write.parquet(f"{paths.out}/in/part{n}")
    (paths.own / "idle").mkdir()
    reader = spark.readStream.schema(frame.schema)
    orders = reader.option("maxFilesPerTrigger", 1).parquet(f"{paths.out}/in/*")
    idle = reader.parquet(str(paths.own / "idle"))

    all_of_it(start(paths, orders, "three batches"))
    all_of_it(start(paths, orders, "three batches"))  # again, from the checkpoint, without new data
    all_of_it(start(paths, orders.select("id").union(idle.select("id")), "half_idle"))
    together = [
        start(paths, orders, f"beside{n}").trigger(availableNow=True).start() for n in range(3)
    ]
    for query in together:
        query.awaitTermination()

    fail(lambda: all_of_it(each(orders, paths, "broken", broken)))
    fail(
        lambda: all_of_it(
            start(paths, orders.selectExpr("CAST(raise_error('boom') AS INT) AS e"), "raises")
        )
    )
    all_of_it(each(orders, paths, "commands", commands))
    all_of_it(each(orders, paths, "pooled", pooled))
    all_of_it(each(orders.union(idle), paths, "stitched", lambda f, _: copy(f, paths)))

    stop_by_owner(start(paths, orders, "stopped"))
    start_endless(spark, paths)


def stop_by_owner(writer: Any) -> None:  # noqa: ANN401
    """Stop a query after it has processed all data."""
    stopped = writer.trigger(processingTime="10 milliseconds").start()
    stopped.processAllAvailable()
    stopped.stop()


def start_endless(spark: Any, paths: Paths) -> None:  # noqa: ANN401
    """Start the two queries that run until their session stops."""
    rate = spark.readStream.format("rate").option("rowsPerSecond", 5).load()
    for name, trigger in (
        ("left", {"processingTime": "1 hour"}),
        ("also", {"continuous": "1 hour"}),
    ):
        rate.writeStream.format("noop").queryName(name).trigger(**trigger).start()
        wait_until_reported(paths, name)


def wait_until_reported(paths: Paths, name: str) -> None:
    """Wait until the agent has sent the query's event; an ended query has no trigger any more."""
    end = time.monotonic() + 60
    while f'write_to_stream.{name}"' not in paths.events.read_text() and time.monotonic() < end:
        time.sleep(0.1)


def each(frame: DataFrame, paths: Paths, name: str, function: Any) -> Any:  # noqa: ANN401
    checkpoint = str(paths.own / "state" / name)
    return (
        frame.writeStream.queryName(name)
        .foreachBatch(function)
        .option("checkpointLocation", checkpoint)
    )


def broken(frame: DataFrame, _: int) -> None:
    frame.write.mode("overwrite").saveAsTable("before")
    message = "boom in the user's code"
    raise ValueError(message)


def commands(frame: DataFrame, number: int) -> None:
    """Run a command that runs a query of its own, a query without output, and one without side effects."""
    frame.createOrReplaceTempView("batch")
    session = frame.sparkSession
    session.sql(f"CREATE TABLE IF NOT EXISTS made{number} USING parquet AS SELECT id FROM batch")
    frame.count()


def pooled(frame: DataFrame, number: int) -> None:
    """Write on a thread that Spark does not know as the batch's."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(frame.select("id").write.saveAsTable, f"pooled{number}").result()


def copy(frame: DataFrame, paths: Paths) -> None:
    frame.persist()
    frame.selectExpr("upper(status) AS s").write.mode("append").parquet(f"{paths.out}/copied")
    frame.unpersist()


def fail(body: Any) -> None:  # noqa: ANN401
    try:
        body()
    except Exception as error:
        if "boom" not in str(error):
            raise
    else:
        message = "the query did not fail"
        raise AssertionError(message)
