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
    "ClientOperation",
    "JobEnd",
    "JobStart",
    "SQLExecutionEnd",
    "SQLExecutionStart",
    "SinkProgress",
    "SourceProgress",
    "Stage",
    "StageInfo",
    "StateOperatorProgress",
    "StreamingQueryProgress",
    "Subject",
    "TaskMetrics",
]


@dataclass(frozen=True, slots=True)
class SQLExecutionStart:
    """``SparkListenerSQLExecutionStart``: a query starts."""

    execution_id: int = -1
    root_execution_id: int | None = None
    description: str = ""
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
    paths: tuple[str, ...] = ()
    storage_level: str | None = None


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


@dataclass(frozen=True, slots=True)
class ClientOperation:
    """Who runs a query on a Spark Connect server or a Thrift server; at the start and at the end of the query.

    ``server`` is ``connect`` or ``thrift``; ``operation`` is the id of the operation (Connect) or of the statement
    (Thrift); ``tags`` are those that the client has added (Connect).
    """

    server: str = ""
    user: str = ""
    session: str = ""
    operation: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceProgress:
    """What a streaming query has read of one source; offsets are Spark's JSON as text."""

    description: str = ""
    start_offset: str | None = None
    end_offset: str | None = None
    latest_offset: str | None = None
    num_input_rows: int = 0
    input_rows_per_second: float | None = None
    processed_rows_per_second: float | None = None
    metrics: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SinkProgress:
    """What a streaming query has written; ``num_output_rows`` is ``None`` if the sink does not count."""

    description: str = ""
    num_output_rows: int | None = None
    metrics: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StateOperatorProgress:
    """The state of one operator of a streaming query."""

    operator_name: str = ""
    num_rows_total: int = 0
    num_rows_updated: int = 0
    num_rows_removed: int = 0
    num_rows_dropped_by_watermark: int = 0
    memory_used_bytes: int = 0


@dataclass(frozen=True, slots=True)
class StreamingQueryProgress:
    """``StreamingQueryProgress``: a streaming query has completed a batch.

    ``id`` stays after a restart, ``run_id`` does not; ``timestamp`` is when the batch began. ``observed_metrics`` are
    those of ``Dataset.observe``.
    """

    id: str = ""
    run_id: str = ""
    name: str | None = None
    timestamp: int | None = None
    batch_id: int = -1
    batch_duration: int = 0
    num_input_rows: int = 0
    input_rows_per_second: float | None = None
    processed_rows_per_second: float | None = None
    duration_ms: Mapping[str, int] = field(default_factory=dict)
    event_time: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[SourceProgress, ...] = field(default=(), metadata={"of": SourceProgress})
    sink: SinkProgress | None = field(default=None, metadata={"of": SinkProgress})
    state_operators: tuple[StateOperatorProgress, ...] = field(default=(), metadata={"of": StateOperatorProgress})
    observed_metrics: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


Subject: TypeAlias = (
    SQLExecutionStart
    | SQLExecutionEnd
    | JobStart
    | JobEnd
    | StageInfo
    | Stage
    | ActiveJob
    | RDD
    | ClientOperation
    | StreamingQueryProgress
)
