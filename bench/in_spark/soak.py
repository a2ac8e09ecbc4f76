"""Runs inside PySpark: `spark-submit soak.py JOB`. Many small queries in one session, and what the driver holds.

99 of 100 queries are `CREATE TABLE IF NOT EXISTS … AS` with an existing table, so that the plan is read and no task
runs. The other one writes a file, creates a view, is an RDD job, a checkpoint or a failure.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from bench.in_spark.jvm import Bean
from tests.e2e.driver import wait_for_listeners

OURS = ("io.headwater.", "io.openlineage.")


def hundred(spark: SparkSession, folder: Path, number: int) -> None:
    """Run a hundred queries with new names."""
    for i in range(99):
        query = f"SELECT a + {i} AS c{number}_{i}, b FROM t WHERE a > {i % 3}"
        spark.sql(f"CREATE TABLE IF NOT EXISTS made USING parquet AS {query}")
    OTHER_QUERIES[number % len(OTHER_QUERIES)](spark, folder, number)


def file(spark: SparkSession, folder: Path, number: int) -> None:
    spark.table("t").write.mode("overwrite").parquet(str(folder / f"files-{number % 7}"))


def view(spark: SparkSession, _: Path, number: int) -> None:
    spark.sql(f"CREATE TEMPORARY VIEW v{number} AS SELECT * FROM t")
    spark.sql(f"DROP VIEW v{number}")


def rdd(spark: SparkSession, folder: Path, _: int) -> None:
    spark.sparkContext.textFile(str(folder / "lines")).filter(bool).count()


def checkpoint(spark: SparkSession, folder: Path, _: int) -> None:
    spark.table("t").localCheckpoint().write.mode("overwrite").parquet(str(folder / "checkpoint"))


def failure(spark: SparkSession, _: Path, __: int) -> None:
    with contextlib.suppress(PySparkException):
        failing = spark.sql("SELECT raise_error('no') AS x FROM t")
        failing.write.format("noop").mode("overwrite").save()


OTHER_QUERIES = (file, view, rdd, checkpoint, failure)


def live_objects() -> dict[str, int]:
    """Bytes and instances of live objects, all and the agent's, after a garbage collection."""
    jvm = os.getppid()
    histogram = subprocess.run(
        ["jcmd", str(jvm), "GC.class_histogram"], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    found = {"bytes": 0, "own_bytes": 0, "own_instances": 0}
    for row in histogram.splitlines():
        words = row.split()
        if len(words) >= 4 and words[0].rstrip(":").isdigit():
            found["bytes"] += int(words[2])
            if words[3].startswith(OURS):
                found["own_instances"] += int(words[1])
                found["own_bytes"] += int(words[2])
    return found


def process() -> dict[str, int]:
    """The threads and the open files of the JVM, as Linux counts them."""
    jvm = Path("/proc", str(os.getppid()))
    return {
        "threads": len(list((jvm / "task").iterdir())),
        "files": len(list((jvm / "fd").iterdir())),
    }


def classes(spark: SparkSession) -> int:
    """The classes that are loaded now."""
    beans = spark._jvm.java.lang.management.ManagementFactory
    bean = Bean(
        spark._jvm, "java.lang.management.ClassLoadingMXBean", beans.getClassLoadingMXBean()
    )
    return int(bean("getLoadedClassCount"))


def agent(spark: SparkSession) -> dict[str, int]:
    """The bytes of the spool on disk, and the agent's own meters; empty without the agent."""
    if not spark.conf.get("spark.extraListeners", ""):
        return {}
    folder = Path(spark.conf.get("spark.openlineage.spool.dir") or "")
    files = [f for f in folder.rglob("*") if f.is_file()]
    sources = spark._jsc.sc().env().metricsSystem().getSourcesByName("headwater")
    registry = sources.apply(0).metricRegistry()
    gauges = registry.getGauges()
    found = {name: gauges.get(meter).getValue() for name, meter in METERS.items()}
    return {"spool": sum(f.stat().st_size for f in files)} | {k: int(v) for k, v in found.items()}


METERS = {
    "queue": "headwater.queue.depth",
    "events": "openlineage.emit.start",
    "delivered": "openlineage.emit.complete",
    "lost": "headwater.events.dropped",
}


def main(job: Path) -> None:
    """Write one row after each tenth of the queries."""
    settings: dict[str, Any] = json.loads(job.read_text())
    folder, rounds = Path(settings["folder"]), settings["queries"] // 100
    spark = SparkSession.builder.getOrCreate()
    (folder / "lines").write_text("one\ntwo\n")
    spark.range(5).selectExpr("id AS a", "id * 2 AS b").coalesce(1).write.parquet(str(folder / "t"))
    spark.read.parquet(str(folder / "t")).createTempView("t")
    spark.table("t").write.saveAsTable("made")
    started = time.monotonic()
    with job.with_suffix(".results").open("w") as results:
        for number in range(rounds):
            hundred(spark, folder, number)
            if (number + 1) % max(1, rounds // 10) == 0:
                wait_for_listeners(spark)
                time.sleep(1)
                row = {"queries": (number + 1) * 100, "seconds": time.monotonic() - started}
                row |= live_objects() | process() | {"classes": classes(spark)} | agent(spark)
                results.write(json.dumps(row) + "\n")
                results.flush()
    spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
