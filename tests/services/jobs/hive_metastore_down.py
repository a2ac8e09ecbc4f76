"""Kills the metastore by a task of a query whose table it is to hold."""

from __future__ import annotations

import os
import signal
from typing import Any


def run(spark: Any, _paths: object) -> None:  # noqa: ANN401 - PySpark is untyped here
    process = int(spark.conf.get("spark.test.process"))
    spark.sql("CREATE TABLE source USING parquet AS SELECT 1 AS id")

    def killing(number: int) -> int:
        os.kill(process, signal.SIGKILL)
        return number

    spark.udf.register("killing", killing, "int")
    spark.sql("CREATE TABLE target USING parquet AS SELECT killing(id) AS id FROM source")
