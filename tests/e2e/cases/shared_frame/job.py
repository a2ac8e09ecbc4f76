"""Threads that execute the plan of one DataFrame at the same time share its metrics, so their rows are not counted."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession, functions

from tests.e2e.workspace import Paths

SECONDS = 60


def run(spark: SparkSession, paths: Paths) -> None:
    meeting = paths.own / "meeting"
    meeting.mkdir()
    folder = str(meeting)

    def met(_: float) -> int:
        """The number of executions, after there are two of them."""
        (Path(folder) / str(time.monotonic_ns())).touch()
        deadline = time.monotonic() + SECONDS
        while len(list(Path(folder).iterdir())) < 2:
            assert time.monotonic() < deadline, "there is no other execution"
            time.sleep(0.05)
        return 2

    orders = spark.read.parquet(paths.table("orders")).limit(1)
    frame = orders.select(functions.udf(met, "long")("amount").alias("executions"))
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(DataFrame.collect, [frame, frame]))
    assert both == [[(2,)], [(2,)]]
    assert frame.collect() == [(2,)]


# rows: facet.input.statistics life.concurrent
