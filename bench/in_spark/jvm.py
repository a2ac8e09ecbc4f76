"""Measurements of the driver JVM, read through py4j.

HotSpot's beans are instances of classes that no module exports, so their methods are called through the public
interfaces.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from bench.measures import COLLECTOR, COMPILER, WORKER
from tests.e2e.driver import session, wait_for_listeners

IDLE_READINGS = 3  # consecutive polls without a change
IDLE_NS = 2_000_000  # maximum CPU of an idle thread between two polls
LONGS = "[J"
TICKS = os.sysconf("SC_CLK_TCK")
NATIVE = {COMPILER: ("C1 Compiler", "C2 Compiler"), COLLECTOR: ("GC Thread", "G1 ", "VM Thread")}


class Bean:
    """A management bean, called through one of its public interfaces."""

    def __init__(self, jvm: Any, interface: str, instance: Any) -> None:  # noqa: ANN401 - py4j is untyped
        self._jvm = jvm
        self._instance = instance
        self._methods = {
            (m.getName(), tuple(p.getName() for p in m.getParameterTypes())): m
            for m in jvm.java.lang.Class.forName(interface).getMethods()
        }

    def __call__(self, name: str, signature: tuple[str, ...] = (), *values: object) -> Any:  # noqa: ANN401
        arguments = self._jvm.java.util.ArrayList()
        for value in values:
            arguments.add(value)
        return self._methods[name, signature].invoke(self._instance, arguments.toArray())


def native_threads(pid: int) -> dict[str, float]:
    """CPU seconds of the JVM's own threads, which no bean lists, by `COMPILER` and `COLLECTOR`.

    Linux gives the first 15 characters of a thread's name, and its CPU in ticks (proc(5)).
    """
    seconds = dict.fromkeys(NATIVE, 0.0)
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            name, _, rest = (task / "stat").read_text().partition("(")[2].rpartition(")")
        except FileNotFoundError:  # the thread has ended
            continue
        user, system = rest.split()[11:13]
        for kind, beginnings in NATIVE.items():
            if name.startswith(beginnings):
                seconds[kind] += (int(user) + int(system)) / TICKS
    return seconds


class Meters:
    """Reads the CPU and memory use of the JVM and the size of the agent's event file."""

    def __init__(self, spark: Any, events: Path | None) -> None:  # noqa: ANN401
        jvm = spark._jvm
        beans = jvm.java.lang.management.ManagementFactory
        self._spark = spark
        self._events = events
        self._pid: int = jvm.java.lang.ProcessHandle.current().pid()
        self._worker: int | None = None  # id of the agent's worker thread, 0 if there is none
        self._threads = Bean(jvm, "com.sun.management.ThreadMXBean", beans.getThreadMXBean())
        self._process = Bean(
            jvm, "com.sun.management.OperatingSystemMXBean", beans.getOperatingSystemMXBean()
        )
        self._classes = Bean(
            jvm, "java.lang.management.ClassLoadingMXBean", beans.getClassLoadingMXBean()
        )

    def read(self) -> dict[str, Any]:
        """Totals since the start of the JVM: nanoseconds of CPU and allocated bytes by thread name, and of the process."""
        lines = self._events.read_bytes() if self._events and self._events.exists() else b""
        return {
            "process": self._process("getProcessCpuTime"),
            "threads": self._by_name(),
            "native": native_threads(self._pid),
            "classes": self._classes("getTotalLoadedClassCount"),
            "events": lines.count(b"\n"),
            "bytes": len(lines),
        }

    def _by_name(self) -> dict[str, list[int]]:
        ids = self._threads("getAllThreadIds")
        found: dict[str, list[int]] = {}
        for thread, cpu, bytes_ in zip(
            self._threads("getThreadInfo", (LONGS,), ids),
            self._threads("getThreadCpuTime", (LONGS,), ids),
            self._threads("getThreadAllocatedBytes", (LONGS,), ids),
            strict=True,
        ):
            if thread is not None and cpu >= 0:
                total = found.setdefault(thread.getThreadName(), [0, 0])
                total[0] += cpu
                total[1] += bytes_
        return found

    def process(self) -> float:
        """CPU seconds of the process so far."""
        nanoseconds: int = self._process("getProcessCpuTime")
        return nanoseconds / 1e9

    def wait_until_idle(self) -> None:
        """Wait until the listeners have processed all events, and the agent's worker and its file are idle."""
        wait_for_listeners(self._spark)
        last, still = self.idle_state(), 0
        while still < IDLE_READINGS:
            time.sleep(0.1)
            now = self.idle_state()
            quiet = now[0] - last[0] < IDLE_NS and now[1] == last[1]
            still = still + 1 if quiet else 0
            last = now

    def idle_state(self) -> tuple[int, int]:
        """The CPU of the agent's worker in nanoseconds, and the size of the event file."""
        if self._worker is None:
            self._worker = self._number(WORKER)
        cpu = self._threads("getThreadCpuTime", ("long",), self._worker) if self._worker else 0
        written = self._events and self._events.exists()
        return cpu, self._events.stat().st_size if self._events and written else 0

    def _number(self, name: str) -> int:
        infos = self._threads("getThreadInfo", (LONGS,), self._threads("getAllThreadIds"))
        numbers: list[int] = [t.getThreadId() for t in infos if t and t.getThreadName() == name]
        return numbers[0] if numbers else 0

    def listener_timers(self) -> dict[str, float]:
        """Spark's timers: seconds in each listener so far (count times the mean of the timer's sample)."""
        timers = self._spark._jsc.sc().listenerBus().metrics().metricRegistry().getTimers()
        prefix = "listenerProcessingTime."
        return {
            name.removeprefix(prefix): timer.getCount() * timer.getSnapshot().getMean() / 1e9
            for name, timer in dict(timers).items()
            if name.startswith(prefix)
        }


def metered_session(name: str, job: dict[str, Any]) -> tuple[Any, Meters]:
    """A session with the job's settings, and its meters, when its listeners are idle."""
    spark = session(name, job["conf"])
    spark.sparkContext.setLogLevel("ERROR")
    meters = Meters(spark, Path(job["events"]) if job["events"] else None)
    meters.wait_until_idle()
    return spark, meters
