"""An application without `spark.stop()`: `ends.py HOW FOLDER` writes once, with an extension, and ends."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import headwater
from headwater.extensions import (
    Context,
    InputDataset,
    Node,
    SQLExecutionEnd,
    facet_builder,
    visitor,
)
from pyspark.sql import SparkSession

from tests.extensions.agent import access


@visitor("Range")
def numbers(_: Node, __: Context) -> InputDataset:
    time.sleep(0.5)  # longer than the program runs
    return InputDataset("acme", "mine")


@facet_builder("run")
def slow(complete: SQLExecutionEnd) -> dict[str, object]:
    time.sleep(0.5)
    return {"slow": {"id": complete.execution_id}}


def main(how: str, folder: str) -> None:
    spark = SparkSession.builder.appName(how).getOrCreate()
    headwater.register(spark, numbers, slow)
    spark.range(10).write.parquet(f"{folder}/out")
    if how == "wait":
        wait(spark, Path(folder))
    if how == "code":
        sys.exit(3)


def wait(spark: SparkSession, folder: Path) -> None:
    """Write the agent's address to a file, and run until the JVM ends."""
    here = {"driver": os.getppid(), "python": os.getpid()}
    (folder / "access.part").write_text(json.dumps(access(spark) | here))
    (folder / "access.part").rename(folder / "access.json")
    while os.getppid() == here["driver"]:
        time.sleep(0.05)


if __name__ == "__main__":
    main(*sys.argv[1:])
