"""The shop job, which first deletes the spool, like a cleanup of temporary files."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.faults.jobs import shop

SPOOL = "spark.openlineage.spool.dir"


def run(spark: SparkSession, paths: Paths) -> list[object]:
    spool = Path(spark.conf.get(SPOOL, ""))
    if spark.conf.get("spark.extraListeners", ""):
        while not any(file.read_bytes().count(b"START") for file in spool.glob("*/*.seg")):
            time.sleep(0.05)
        while spool.exists():
            shutil.rmtree(spool, ignore_errors=True)  # the agent writes into it at the same time
    return shop.run(spark, paths)
