"""usage: lost_executor.py FOLDER

Loses executors of a cluster with two executors of one core each. `query` reads a table, and the executor that begins a
second task of the first stage dies; its first task runs again, in the same stage. `job` writes the lines of an RDD, and
the executor that begins a second task of the last stage dies, so that the stage runs again for what is missing. At the
end the numbers of rows that are there are printed.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from pyspark.sql import SparkSession, functions
from pyspark.sql.types import LongType

FOLDER = Path(sys.argv[1])
EXECUTOR = b"CoarseGrainedExecutorBackend"


def executor() -> int:
    """The process that this Python worker belongs to."""
    process = os.getppid()
    while EXECUTOR not in Path(f"/proc/{process}/cmdline").read_bytes():
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return process


def die_in_second_task(name: str, partition: int) -> None:
    """Kill the executor, if this is its second task, and no other one has been killed for `name`."""
    own = executor()
    (FOLDER / f"{name}-{own}-{partition}").touch()
    if len(list(FOLDER.glob(f"{name}-{own}-*"))) > 1:
        try:
            (FOLDER / f"{name}-killed").touch(exist_ok=False)
        except FileExistsError:
            return
        time.sleep(2)  # the driver must hear of the first task's end before
        os.kill(own, signal.SIGKILL)
        time.sleep(60)


def checked(partition: int, value: int) -> int:
    """The value."""
    die_in_second_task("query", partition)
    return value


def checked_lines(partition: int, lines: Iterator[str]) -> Iterator[str]:
    """The lines."""
    die_in_second_task("job", partition)
    return lines


def main() -> None:
    spark = SparkSession.builder.getOrCreate()
    context = spark.sparkContext
    executors = context._jsc.sc()  # noqa: SLF001 - PySpark does not count them
    while executors.getExecutorMemoryStatus().size() < 3:  # two, and the driver
        time.sleep(0.1)
    function = functions.udf(checked, LongType())
    table, query, job = (str(FOLDER / name) for name in ("table", "query", "job"))
    spark.range(0, 800, 1, 8).selectExpr("id", "id % 7 AS k").write.parquet(table)
    rows = spark.read.parquet(table).select(
        "k", function(functions.spark_partition_id(), "id").alias("id")
    )
    rows.groupBy("k").agg(functions.sum("id").alias("total")).write.parquet(query)
    lines = context.parallelize([f"line {i}" for i in range(1000)], 8).repartition(6)
    lines.mapPartitionsWithIndex(checked_lines).saveAsTextFile(job)
    print("rows:", spark.read.parquet(query).count(), context.textFile(job).count())
    spark.stop()


if __name__ == "__main__":
    main()
