"""An application that does not stop its session: `ends.py TARGET HOW LAST`.

It writes the time of its last line to the file LAST.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from pyspark.sql import SparkSession


def main(target: str, how: str, last: str) -> None:
    spark = SparkSession.builder.appName(f"ends by {how}").getOrCreate()
    spark.range(100).selectExpr("id * 2 AS twice").write.parquet(target)
    Path(last).write_text(repr(time.time()))
    if how == "exit code 3":
        sys.exit(3)
    if how == "exception":
        raise RuntimeError("the application's own")
    if how == "SIGTERM":
        driver = os.getppid()  # spark-submit's JVM has started this process
        os.kill(driver, signal.SIGTERM)
        while os.getppid() == driver:
            time.sleep(0.1)
    if how == "System.exit(5)":
        spark._jvm.java.lang.System.exit(5)  # noqa: SLF001 - as a Scala library may do


if __name__ == "__main__":
    main(*sys.argv[1:])
