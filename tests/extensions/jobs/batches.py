"""Writes six times, and opens the destination of `batches.store` when all events wait for it."""

import os
from pathlib import Path

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.extensions.agent import wait_for_listeners


def run(spark: SparkSession, paths: Paths) -> None:
    for i in range(6):
        spark.range(10).write.parquet(f"{paths.out}/{i}")
    wait_for_listeners(spark)
    folder = Path(os.environ["ACME_FOLDER"]) / "batches"
    folder.mkdir()
    (folder / "open").touch()
