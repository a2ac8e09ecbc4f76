"""An application that runs until the spools of other applications are delivered: `successor.py SPOOL TARGET`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from pyspark.sql import SparkSession

MAX_SECONDS = 120


def main(spool: str, target: str) -> None:
    left = {file.parent for file in Path(spool).glob("*/*.seg")}
    spark = SparkSession.builder.appName("successor").getOrCreate()
    spark.range(10).write.parquet(target)
    for _ in range(MAX_SECONDS * 10):
        if not any(file for folder in left for file in folder.glob("*.seg")):
            break
        time.sleep(0.1)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
