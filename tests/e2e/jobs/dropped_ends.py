"""Queries whose ends the listener bus drops, because the thread that calls the listeners is stopped, and others after them."""

from __future__ import annotations

from typing import Any

from tests.e2e.driver import wait_for_listeners
from tests.e2e.jobs.lagging_bus import suspended
from tests.e2e.workspace import Paths


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    tasks = int(spark.conf.get("spark.scheduler.listenerbus.eventqueue.shared.capacity"))
    with suspended(spark):
        spark.range(0, tasks, 1, tasks).write.parquet(f"{paths.out}/dropped")
    rows = spark.createDataFrame(spark.sparkContext.parallelize([(1,)]), ["id"])
    rows.write.parquet(f"{paths.out}/later")
    for _ in range(150):
        spark.range(1).collect()
        wait_for_listeners(spark)
    spark.range(1).write.parquet(f"{paths.out}/last")
