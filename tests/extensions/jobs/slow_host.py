"""Writes ten numbers before the host has imported its extensions, and after it has."""

import os
import time
from pathlib import Path

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

SECONDS = 60


def run(spark: SparkSession, paths: Paths) -> None:
    imported = Path(os.environ["ACME_FOLDER"]) / "slow-import"
    imported.unlink(missing_ok=True)  # an earlier job's; this one's host needs seconds
    spark.range(10).write.parquet(f"{paths.own}/early")
    deadline = time.monotonic() + SECONDS
    while not imported.exists():
        assert time.monotonic() < deadline, "the host does not import its extensions"
        time.sleep(0.2)
    time.sleep(2)  # until it has said hello
    spark.range(10).write.parquet(f"{paths.own}/late")
