"""Runs whose starts or ends the listener bus drops, because the thread that calls the listeners is stopped, and others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame

from tests.e2e.driver import wait_for_listeners
from tests.e2e.jobs.lagging_bus import suspended
from tests.e2e.workspace import Paths


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    tasks = int(spark.conf.get("spark.scheduler.listenerbus.eventqueue.shared.capacity"))
    dropped = next_query(spark)
    with suspended(spark):
        spark.range(0, tasks, 1, tasks).write.parquet(f"{paths.out}/dropped")
    drop_job(spark, paths, tasks)
    drop_stream(spark, paths, tasks)
    drop_start(spark, paths, tasks)
    rows = spark.createDataFrame(spark.sparkContext.parallelize([(1,)]), ["id"])
    rows.write.parquet(f"{paths.out}/later")
    for _ in range(150):
        spark.range(1).collect()
        wait_for_listeners(spark)
    inherit(spark, paths, dropped)
    spark.range(1).write.parquet(f"{paths.out}/last")


def next_query(spark: Any) -> int:  # noqa: ANN401
    """The id of the next query. The method is private to Spark, which exists in Scala only."""
    executions = getattr(spark._jvm.org.apache.spark.sql.execution, "SQLExecution$")  # noqa: SLF001
    return int(getattr(executions, "MODULE$").nextExecutionId()) + 1


def drop_job(spark: Any, paths: Paths, tasks: int) -> None:  # noqa: ANN401
    """A job of an RDD fills the bus with the events of its tasks."""
    words = file_in(paths, "words", "word\n" * tasks)
    with suspended(spark):
        spark.sparkContext._jsc.textFile(str(words), tasks).count()  # noqa: SLF001 - without Python


def file_in(paths: Paths, folder: str, text: str) -> Path:
    """A file in a folder of its own, which is the dataset of an RDD that reads the file."""
    file = Path(paths.own) / folder / "lines.txt"
    file.parent.mkdir()
    file.write_text(text)
    return file


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


def drop_start(spark: Any, paths: Paths, tasks: int) -> None:  # noqa: ANN401
    """A stream starts while another job fills the bus; later it has batches with queries."""

    def copy(batch: DataFrame, _: int) -> None:
        batch.write.mode("append").parquet(f"{paths.out}/of_batch")

    (Path(paths.out) / "of_late_stream").mkdir()
    rows = spark.readStream.schema("id long").parquet(f"{paths.out}/of_late_stream")
    writer = rows.writeStream.queryName("late_stream").foreachBatch(copy)
    writer = writer.option("checkpointLocation", str(Path(paths.own) / "late_state"))
    with suspended(spark):
        spark.sparkContext._jsc.sc().range(0, tasks, 1, tasks).count()  # noqa: SLF001
        query = writer.start()
    for _ in range(2):
        spark.range(1).write.mode("append").parquet(f"{paths.out}/of_late_stream")
        query.processAllAvailable()
        wait_for_listeners(spark)
    query.stop()
    wait_for_listeners(spark)


def inherit(spark: Any, paths: Paths, query: int) -> None:  # noqa: ANN401
    """An RDD job on a thread that was born in this query."""
    inherited = file_in(paths, "inherited", "word\n")
    key = "spark.sql.execution.id"
    spark.sparkContext.setLocalProperty(key, str(query))
    spark.sparkContext._jsc.textFile(str(inherited)).count()  # noqa: SLF001
    spark.sparkContext.setLocalProperty(key, None)
