"""Subjects of builders: Spark's listener events and scheduler objects, as values.

Times are milliseconds since 1970, durations are milliseconds (CPU time: nanoseconds, as in Spark), sizes are bytes.
Values that the running Spark does not provide are ``None``, empty or zero.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "RDD",
    "ActiveJob",
    "JobEnd",
    "JobStart",
    "SQLExecutionEnd",
    "SQLExecutionStart",
    "Stage",
    "StageInfo",
    "Subject",
    "TaskMetrics",
]


@dataclass(frozen=True, slots=True)
class SQLExecutionStart:
    """``SparkListenerSQLExecutionStart``: a query starts."""

    execution_id: int = -1
    root_execution_id: int | None = None
    description: str = ""
    details: str = ""
    time: int = 0
    job_tags: tuple[str, ...] = ()
    modified_configs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SQLExecutionEnd:
    """``SparkListenerSQLExecutionEnd``: a query ends; ``observed_metrics`` are those of ``Dataset.observe``."""

    execution_id: int = -1
    time: int = 0
    error_message: str | None = None
    duration_millis: int | None = None
    observed_metrics: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JobStart:
    """``SparkListenerJobStart``."""

    job_id: int = -1
    time: int = 0
    stage_ids: tuple[int, ...] = ()
    properties: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JobEnd:
    """``SparkListenerJobEnd``; ``error`` is ``None`` if ``succeeded``."""

    job_id: int = -1
    time: int = 0
    succeeded: bool = True
    error: str | None = None


@dataclass(frozen=True, slots=True)
class TaskMetrics:
    """The task metrics of a stage, summed over its tasks."""

    records_read: int = 0
    bytes_read: int = 0
    records_written: int = 0
    bytes_written: int = 0
    shuffle_read_bytes: int = 0
    shuffle_write_bytes: int = 0
    shuffle_read_records: int = 0
    shuffle_write_records: int = 0
    executor_run_time: int = 0
    executor_cpu_time: int = 0
    jvm_gc_time: int = field(default=0, metadata={"json": "jvmGCTime"})
    memory_bytes_spilled: int = 0
    disk_bytes_spilled: int = 0
    peak_execution_memory: int = 0
    result_size: int = 0


@dataclass(frozen=True, slots=True)
class StageInfo:
    """``StageInfo`` of a completed stage, with its ``accumulables`` by name."""

    stage_id: int = -1
    attempt_number: int = 0
    name: str = ""
    num_tasks: int = 0
    submission_time: int | None = None
    completion_time: int | None = None
    failure_reason: str | None = None
    rdd_ids: tuple[int, ...] = ()
    task_metrics: TaskMetrics = field(default=TaskMetrics(), metadata={"of": TaskMetrics})
    accumulables: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RDD:
    """An RDD without the ``MapPartitionsRDD`` wrappers around it; ``paths`` are the files that it reads."""

    id: int = -1
    class_name: str = field(default="", metadata={"json": "class"})
    name: str | None = None
    num_partitions: int | None = None
    paths: tuple[str, ...] = ()
    storage_level: str | None = None
    creation_site: str | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """The final ``Stage`` of an active job; ``rdd`` is the RDD that it computes."""

    id: int = -1
    num_tasks: int = 0
    rdd: RDD | None = field(default=None, metadata={"of": RDD})


@dataclass(frozen=True, slots=True)
class ActiveJob:
    """``ActiveJob``."""

    job_id: int = -1
    final_stage_id: int = -1
    call_site: str = ""


Subject: TypeAlias = SQLExecutionStart | SQLExecutionEnd | JobStart | JobEnd | StageInfo | Stage | ActiveJob | RDD
