"""Runs inside PySpark: `spark-submit extensions.py JOB`. Measures the round trips to Python.

The plans are: 200 nodes, of which the visitor matches none, 4, 20, and most; more than 1,000 nodes that all match; then
10,000 requests with the JVM's heap before and after.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import headwater
from headwater.extensions import Context, InputDataset, Node, visitor
from pyspark.sql import DataFrame, SparkSession, functions

WARM, TIMES = 2000, 500


@visitor("NothingIsCalledThis")
def nothing(_node: Node, _ctx: Context) -> None:
    """Match no node."""


@visitor("Join")
def joins(_node: Node, _ctx: Context) -> InputDataset:
    """Match the few joins."""
    return InputDataset("acme", "few")


@visitor("Filter")
def filters(_node: Node, _ctx: Context) -> InputDataset:
    """Match the filters."""
    return InputDataset("acme", "more")


@visitor("Project")
def projects(_node: Node, _ctx: Context) -> InputDataset:
    """Match most nodes of a plan."""
    return InputDataset("acme", "most")


def mixed(spark: SparkSession) -> DataFrame:
    """A plan of about 200 nodes: 4 joins, 20 filters, the rest projections."""
    frame = spark.range(10).withColumnRenamed("id", "a")
    for i in range(4):
        other = spark.range(10).withColumnRenamed("id", "a")
        frame = frame.join(other, "a")
        for j in range(5):
            frame = frame.filter(functions.col("a") > i + j)
    for _ in range(155):
        frame = frame.select((functions.col("a") + 1).alias("a"))
    return frame


def long(spark: SparkSession) -> DataFrame:
    """A plan of 1,000 projections."""
    frame = spark.range(10).withColumnRenamed("id", "a")
    for _ in range(1000):
        frame = frame.select((functions.col("a") + 1).alias("a"))
    return frame


def timed(spark: SparkSession, frame: DataFrame, extension: Any, times: int) -> dict[str, Any]:  # noqa: ANN401
    """The nanoseconds of each request, after a warm-up, and the CPU seconds of all of them in Python."""
    query = frame._jdf.queryExecution()
    timings = spark._jvm.io.headwater.shell.bench.ExtensionBenchmark
    application = spark.sparkContext.applicationId
    with headwater.register(spark, extension):
        timings.of(application, query, min(WARM, 4 * times))
        before = time.process_time()
        nanos = [int(n) for n in timings.of(application, query, times).split()]
        return {"nanos": nanos, "python": time.process_time() - before}


def heap(spark: SparkSession) -> int:
    """The used heap in bytes after a garbage collection."""
    jvm = spark._jvm
    for _ in range(3):
        jvm.System.gc()
    runtime = jvm.Runtime.getRuntime()
    return int(runtime.totalMemory() - runtime.freeMemory())


def main(job: Path) -> None:
    """Write one row per measurement."""
    spark = SparkSession.builder.getOrCreate()
    few = mixed(spark)
    rows = [
        {"what": what, "matching": matching} | timed(spark, frame, extension, times)
        for what, matching, frame, extension, times in (
            ("200 nodes", 0, few, nothing, TIMES),
            ("200 nodes", 4, few, joins, TIMES),
            ("200 nodes", 20, few, filters, TIMES),
            ("1,000 nodes", 1000, long(spark), projects, 40),
        )
    ]
    before = heap(spark)
    many = timed(spark, few, joins, 10_000)
    rows.append({"what": "10,000 events", "matching": 4, "heap": [before, heap(spark)]} | many)
    job.with_suffix(".results").write_text("\n".join(json.dumps(row) for row in rows))
    spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
