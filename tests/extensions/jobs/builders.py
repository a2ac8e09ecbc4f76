"""One builder for each subject; what it receives becomes part of the events."""

from __future__ import annotations

from typing import Any

import headwater
from headwater.extensions import (
    RDD,
    ActiveJob,
    Facet,
    InputDataset,
    JobEnd,
    JobStart,
    OutputDatasetFacetBuilder,
    RunFacetBuilder,
    SQLExecutionEnd,
    SQLExecutionStart,
    Stage,
    StageInfo,
    dataset_builder,
    facet_builder,
)
from pyspark.sql import Observation, SparkSession, functions

from tests.e2e.workspace import Paths


@facet_builder("job")
def started(subject: SQLExecutionStart) -> dict[str, object]:
    return {"started": {"id": subject.execution_id, "time": subject.time}}


class DriverResult(RunFacetBuilder):
    def build(self, subject: SQLExecutionEnd) -> Facet:
        metrics: Any = dict(subject.observed_metrics)
        return Facet("ended", {"metrics": metrics, "error": subject.error_message or "none"})


@facet_builder("run")
def jobs(subject: JobStart | JobEnd) -> dict[str, object]:
    complete = isinstance(subject, JobEnd)
    return {f"job {'end' if complete else 'start'}": {"id": subject.job_id, "time": subject.time}}


class Written(OutputDatasetFacetBuilder):
    """Counts what the last stage has written."""

    def is_defined_at(self, subject: StageInfo) -> bool:
        return subject.task_metrics.records_written > 0

    def build(self, subject: StageInfo) -> dict[str, object]:
        metrics = subject.task_metrics
        return {"written": {"rows": metrics.records_written, "tasks": subject.num_tasks}}


@facet_builder("run")
def active(subject: ActiveJob) -> dict[str, object]:
    return {"active": {"id": subject.job_id, "stage": subject.final_stage_id}}


@facet_builder("run")
def stage(subject: Stage) -> dict[str, object]:
    return {"stage": {"id": subject.id, "rdd": subject.rdd.class_name if subject.rdd else ""}}


@dataset_builder("input", subjects="RDD:FileScanRDD")
def scanned(subject: RDD) -> InputDataset:
    return InputDataset("acme", "scanned", {"rdd": {"class": subject.class_name}})


def run(spark: SparkSession, paths: Paths) -> None:
    headwater.register(spark, started, DriverResult, jobs, Written, active, stage, scanned)
    seen = Observation("seen")
    frame = spark.range(10).observe(seen, functions.count(functions.lit(1)).alias("rows"))
    frame.write.parquet(f"{paths.out}/observed")
    spark.read.parquet(f"{paths.out}/observed").write.parquet(f"{paths.out}/scanned")
