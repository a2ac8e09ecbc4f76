"""Queries and RDD jobs that are cancelled while they run, with each of Spark's APIs."""

# rows: life.cancelled
# tables: orders
# conf: spark.ui.liveUpdate.period=0
# spark3: the message of a cancelled job differs, and there is no interruptAll

from __future__ import annotations

import time
from collections.abc import Callable

from pyspark import InheritableThread, StatusTracker
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

LONG = 20  # seconds, longer than a cancellation takes; on Spark 3.5 the context waits for Python until then
SLOW = f"SELECT id, reflect('java.lang.Thread', 'sleep', {LONG * 1000}L) AS never FROM orders"


def stopped(spark: SparkSession, work: Callable[[], object], stop: Callable[[], object]) -> None:
    """Run `work` in a thread, and cancel it as soon as its tasks run."""
    errors: list[str] = []

    def body() -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - looked at below
            errors.append(str(error))

    thread = InheritableThread(target=body)
    thread.start()
    tracker = spark.sparkContext.statusTracker()
    while not busy(tracker):
        assert thread.is_alive(), errors
        time.sleep(0.05)
    stop()
    thread.join(60)
    assert "cancelled" in str(errors), errors


def busy(tracker: StatusTracker) -> bool:
    found = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    return any(stage and stage.numActiveTasks for stage in found)


def run(spark: SparkSession, paths: Paths) -> None:
    context = spark.sparkContext

    def grouped() -> None:
        context.setJobGroup("nightly", "of the night", interruptOnCancel=True)
        spark.sql(SLOW).write.parquet(f"{paths.out}/grouped")

    def tagged() -> None:
        context.setInterruptOnCancel(True)
        context.addJobTag("slow")
        spark.sql(SLOW).write.parquet(f"{paths.out}/tagged")

    def any_query() -> None:
        spark.sql(f"CREATE TABLE never USING parquet AS {SLOW}")

    def rdd() -> None:
        context.setJobGroup("rdds", "of RDDs", interruptOnCancel=True)
        lines = context.textFile(str(paths.data / "text"))
        lines.map(slowly).saveAsTextFile(f"{paths.out}/rdd")

    stopped(spark, grouped, lambda: context.cancelJobGroup("nightly"))
    if spark.version >= "3.5":  # which has tags
        stopped(spark, tagged, lambda: context.cancelJobsWithTag("slow"))
    all_events = context.cancelAllJobs if spark.version.startswith("3.") else spark.interruptAll
    stopped(spark, any_query, all_events)
    if spark.version >= "3.4":  # PySpark 3.3 cannot serialize the functions of Python 3.11
        stopped(spark, rdd, lambda: context.cancelJobGroup("rdds"))


def slowly(line: str) -> str:
    time.sleep(LONG)
    return line
