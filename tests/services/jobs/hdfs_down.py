"""Copies data within an HDFS whose NameNode is killed by a task of the copy."""

from __future__ import annotations

import os
import signal
import time
from typing import Any


def run(spark: Any, _paths: object) -> None:  # noqa: ANN401 - PySpark is untyped here
    from pyspark.sql.functions import udf  # noqa: PLC0415 - the checks have no PySpark

    root, process = spark.conf.get("spark.test.url"), int(spark.conf.get("spark.test.process"))
    spark.range(3).write.parquet(f"{root}/in/down")

    def killing(number: int) -> int:
        if number == 1:
            os.kill(process, signal.SIGKILL)
            time.sleep(0.5)
        return number

    source = spark.read.parquet(f"{root}/in/down")
    source.select(udf(killing, "long")("id").alias("id")).write.parquet(f"{root}/out/down")
