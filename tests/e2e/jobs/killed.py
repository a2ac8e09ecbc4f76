"""A whole application: `killed.py SPOOL TARGET SIGNAL` gets a signal while its first query runs."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

from pyspark.sql import SparkSession, functions


def asleep(n: int) -> int:
    time.sleep(60)
    return n


def main(spool: str, target: str, name: str) -> None:
    spark = SparkSession.builder.appName("killed").getOrCreate()
    process = spark._jvm.java.lang.ProcessHandle.current().pid()  # noqa: SLF001 - nobody else knows it
    slow = functions.udf(asleep, "long")
    query = spark.range(1).select(slow("id").alias("n")).write
    threading.Thread(target=query.parquet, args=[target], daemon=True).start()
    while sum(file.read_text().count('"START"') for file in Path(spool).glob("*/*.seg")) < 2:
        time.sleep(0.1)
    os.kill(process, signal.Signals[name])


if __name__ == "__main__":
    main(*sys.argv[1:])
