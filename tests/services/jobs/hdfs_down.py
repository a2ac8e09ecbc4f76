"""A copy within an HDFS whose NameNode is killed while the copy's own task runs."""

from __future__ import annotations

from typing import Any


def run(spark: Any, _paths: object) -> None:  # noqa: ANN401 - PySpark is untyped here
    from pyspark.sql.functions import udf

    root, process = spark.conf.get("spark.test.url"), int(spark.conf.get("spark.test.process"))
    spark.range(3).write.parquet(f"{root}/in/down")

    @udf("long")
    def killing(number: int) -> int:
        import os
        import signal
        import time

        if number == 1:
            os.kill(process, signal.SIGKILL)
            time.sleep(0.5)
        return number

    source = spark.read.parquet(f"{root}/in/down")
    source.select(killing("id").alias("id")).write.parquet(f"{root}/out/down")
