"""Runs whose ends the listener bus drops, because the thread that calls the listeners is stopped, and others after them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.e2e.driver import wait_for_listeners
from tests.e2e.jobs.lagging_bus import suspended
from tests.e2e.workspace import Paths


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    tasks = int(spark.conf.get("spark.scheduler.listenerbus.eventqueue.shared.capacity"))
    with suspended(spark):
        spark.range(0, tasks, 1, tasks).write.parquet(f"{paths.out}/dropped")
    drop_job(spark, paths, tasks)
    drop_stream(spark, paths, tasks)
    rows = spark.createDataFrame(spark.sparkContext.parallelize([(1,)]), ["id"])
    rows.write.parquet(f"{paths.out}/later")
    for _ in range(150):
        spark.range(1).collect()
        wait_for_listeners(spark)
    spark.range(1).write.parquet(f"{paths.out}/last")


def drop_job(spark: Any, paths: Paths, tasks: int) -> None:  # noqa: ANN401
    """A job of an RDD fills the bus with the events of its tasks."""
    words = Path(paths.own) / "words.txt"
    words.write_text("word\n" * tasks)
    with suspended(spark):
        spark.sparkContext._jsc.textFile(str(words), tasks).count()  # noqa: SLF001 - without Python


def drop_stream(spark: Any, paths: Paths, tasks: int) -> None:  # noqa: ANN401
    """A stream stops while another job fills the bus."""
    rows = spark.readStream.schema("id long").parquet(f"{paths.out}/dropped")
    writer = rows.writeStream.queryName("dropped_stream").format("parquet")
    writer = writer.option("checkpointLocation", str(Path(paths.own) / "state"))
    query = writer.option("path", f"{paths.out}/of_stream").start()
    query.processAllAvailable()
    with suspended(spark):
        spark.sparkContext._jsc.sc().range(0, tasks, 1, tasks).count()  # noqa: SLF001
        query.stop()
