"""Facets emitted from a script: for the application, for a named job, and for 32 jobs at once."""

from __future__ import annotations

from typing import Any

import headwater
from headwater.extensions import Dataset
from pyspark import InheritableThread
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

THREADS = 32


def run(spark: SparkSession, paths: Paths) -> dict[str, Any]:
    headwater.emit_run_facet("application", {"text": "of the application"})
    with headwater.job("daily orders"):
        headwater.emit_run_facet("scoped", {"text": "run"})
        headwater.emit_job_facet("scopedJob", {"text": "job"})
        target = Dataset("file", f"{paths.out}/scoped")
        headwater.emit_dataset_facet("scopedDataset", {"text": "dataset"}, target)
        before = headwater.is_terminating_event_sent()
        spark.range(5).write.parquet(f"{paths.out}/scoped")
    with headwater.job("of another thread"):
        inheriting = InheritableThread(target=inherited, args=(spark, paths))
        inheriting.start()
        inheriting.join()
    spark.range(5).write.parquet(f"{paths.out}/outside")
    threads = [InheritableThread(target=one, args=(spark, paths, i)) for i in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    open_ = headwater.is_terminating_event_sent()
    spark.stop()
    return {"before": before, "open": open_, "after": headwater.is_terminating_event_sent()}


def inherited(spark: SparkSession, paths: Paths) -> None:
    """Runs on a thread that has the tags of the job, and no context variable."""
    headwater.emit_run_facet("inherited", {"text": "of the thread"})
    spark.range(5).write.parquet(f"{paths.out}/inherited")


def one(spark: SparkSession, paths: Paths, i: int) -> None:
    with headwater.job(f"job {i}"):
        headwater.emit_run_facet("mine", {"number": i})
        spark.range(i + 1).coalesce(1).write.parquet(f"{paths.out}/thread-{i}")
