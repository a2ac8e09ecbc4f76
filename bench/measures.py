"""Computes measures from the meter readings of one JVM."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.e2e.spark_submit import LISTENER

BUS = "spark-listener-group-shared"
WORKER = "headwater-worker"
COMPILER, COLLECTOR = JVM_OWN = ("compiler", "collector")  # the JVM's own threads

Measures = dict[str, float]


@dataclass(frozen=True)
class Metric:
    """A row of the report."""

    key: str
    label: str
    digits: int = 1


def of_pass(reading: dict[str, Any], queries: int) -> Measures:
    """The cost of one pass, per query; the process's CPU for the whole pass."""
    before, after = reading["before"], reading["after"]

    def thread(name: str, at: int) -> int:
        none = [0, 0]
        used: int = after["threads"].get(name, none)[at] - before["threads"].get(name, none)[at]
        return used

    return {
        "bus_cpu_ms": thread(BUS, 0) / 1e6 / queries,
        "bus_kb": thread(BUS, 1) / 1e3 / queries,
        "worker_cpu_ms": thread(WORKER, 0) / 1e6 / queries,
        "worker_mb": thread(WORKER, 1) / 1e6 / queries,
        "threads_ms": (thread(BUS, 0) + thread(WORKER, 0)) / 1e6 / queries,
        "events": (after["events"] - before["events"]) / queries,
        "kb": (after["bytes"] - before["bytes"]) / 1e3 / queries,
        "process_s": (after["process"] - before["process"]) / 1e9,
        **{f"{kind}_s": after["native"][kind] - before["native"][kind] for kind in JVM_OWN},
    }


def of_start(start: dict[str, Any]) -> Measures:
    """The cost from the start of the JVM to one reading."""
    return {
        "start_process_s": start["process"] / 1e9,
        "start_bus_ms": start["threads"].get(BUS, [0])[0] / 1e6,
        "start_worker_ms": start["threads"].get(WORKER, [0])[0] / 1e6,
        "start_classes": start["classes"],
        **{f"start_{kind}_s": start["native"][kind] for kind in JVM_OWN},
    }


def of_all(readings: dict[str, Any], last: str) -> Measures:
    """Measures of the whole application."""
    return {
        "listener_timer_ms": readings["timers"].get(LISTENER, 0.0) * 1e3,
        "classes": readings[last]["after"]["classes"],
    }


BY_PASS = (
    Metric("bus_cpu_ms", "bus thread, CPU ms a query", 2),
    Metric("bus_kb", "bus thread, KB allocated a query"),
    Metric("worker_cpu_ms", "headwater-worker, CPU ms a query", 2),
    Metric("worker_mb", "headwater-worker, MB allocated a query", 2),
    Metric("threads_ms", "both threads, CPU ms a query", 2),
    Metric("events", "events a query"),
    Metric("kb", "KB of events a query"),
    Metric("process_s", "whole process, CPU s for the pass", 2),
    Metric("compiler_s", "of it the JIT compiler", 2),
    Metric("collector_s", "of it the garbage collector", 2),
)
AT_START = (
    Metric("start_process_s", "whole process, CPU s", 2),
    Metric("start_compiler_s", "of it the JIT compiler", 2),
    Metric("start_collector_s", "of it the garbage collector", 2),
    Metric("start_bus_ms", "bus thread, CPU ms"),
    Metric("start_worker_ms", "headwater-worker, CPU ms"),
    Metric("start_classes", "classes loaded", 0),
)
IN_ALL = (
    Metric("listener_timer_ms", "Spark's listenerProcessingTime of the agent, ms", 0),
    Metric("classes", "classes loaded at the end", 0),
)
