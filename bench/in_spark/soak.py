"""Runs inside PySpark: `spark-submit soak.py JOB`. Many small queries in one session, and the driver's heap.

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


def spooled(spark: SparkSession) -> int:
    """The bytes of the spool on disk."""
    folder = spark.conf.get("spark.openlineage.spool.dir", "") or ""
    return sum(f.stat().st_size for f in Path(folder).rglob("*") if f.is_file()) if folder else 0


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
                results.write(json.dumps(row | live_objects() | {"spool": spooled(spark)}) + "\n")
                results.flush()
    spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
