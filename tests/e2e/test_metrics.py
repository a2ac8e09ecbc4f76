"""The agent's metrics in Spark's CSV sink, and in StatsD over a socket."""

from __future__ import annotations

import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.conftest import Suite
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import Job, JobResult, file_transport

JOB = Path(__file__).parent / "jobs" / "metered.py"
CONNECTED = "connected"  # the job waits for this file
COPY = JOB.with_name("copy_orders.py")
METRICS = "spark.openlineage.metrics"
SINK = "spark.metrics.conf.*.sink.csv"


@dataclass
class Collector:
    """A StatsD server that stores the lines it receives; it creates the file `connected` at the first one."""

    connected: Path
    lines: list[str] = field(default_factory=list)
    socket: socket.socket = field(default_factory=lambda: socket.socket(type=socket.SOCK_DGRAM))

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self.collect, daemon=True)
        self.socket.bind(("127.0.0.1", 0))
        self.thread.start()

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    def collect(self) -> None:
        with self.socket:
            while text := self.socket.recv(65536).decode():
                self.lines += text.splitlines()
                self.connected.touch()

    def close(self) -> None:
        """Stop the server with an empty datagram."""
        self.socket.sendto(b"", self.socket.getsockname())
        self.thread.join()

    def total(self, meter: str) -> float:
        """The sum of a counter's lines."""
        found = [line for line in list(self.lines) if line.split(":")[0].split(",")[0] == meter]
        return sum(float(line.rsplit(":", 1)[1].split("|")[0]) for line in found)


@dataclass(frozen=True)
class Outcome:
    job_results: dict[str, JobResult]
    collector: Collector
    sent: dict[str, int]


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Iterator[Outcome]:
    """An application with every sink, one without the registry's library, and one with an unknown registry."""
    collector = Collector(suite.paths("metrics", "all").own / CONNECTED)
    with_library = statsd(collector.port)
    alone = [
        job(suite, "alone", with_library, COPY),
        job(suite, "wrong", {"type": "prometheus"}, COPY),
    ]
    driver = suite.driver("metrics")
    library = subprocess.run(
        [str(ROOT / "scripts" / "fetch-jar"), "micrometer-statsd"],
        check=True,
        stdout=-1,
        text=True,
    ).stdout.strip()
    both = replace(driver, jars=[*driver.jars, Path(library)], folder=suite.work / "metrics-statsd")
    data = suite.work / "data"
    job_results = both.run([job(suite, "all", with_library, JOB)], data) | driver.run(alone, data)
    sent = {name: len(events.read(path(suite, name))) for name in job_results}
    yield Outcome(job_results, collector, sent)
    collector.close()


def statsd(port: int) -> dict[str, str]:
    return {
        "type": "statsd",
        "flavor": "telegraf",
        "host": "127.0.0.1",
        "port": str(port),
        "pollingFrequency": "500ms",
    }


def path(suite: Suite, name: str) -> Path:
    return suite.paths("metrics", name).events


def job(suite: Suite, name: str, registry: dict[str, str], script: Path) -> Job:
    folder = suite.paths("metrics", name).own
    (folder / "csv").mkdir(parents=True)
    sink = {
        f"{SINK}.class": "org.apache.spark.metrics.sink.CsvSink",
        f"{SINK}.period": "1",
        f"{SINK}.unit": "seconds",
        f"{SINK}.directory": str(folder / "csv"),
    }
    options = {f"{METRICS}.{key}": value for key, value in registry.items()}
    return Job(name, script, folder, file_transport(path(suite, name)) | sink | options)


@pytest.mark.row("metrics.spark")
def test_sinks_of_spark_show_the_meters(outcome: Outcome) -> None:
    answer = outcome.job_results["all"]
    assert answer.error is None
    meters = {name: row.split(",")[1] for name, row in answer.value.items()}
    assert int(meters["openlineage.emit.start"]) == int(meters["openlineage.emit.complete"]) == 3
    assert int(meters["openlineage.spark.event.sql.start"]) >= 1
    assert int(meters["openlineage.spark.dataset.input.execution.time"]) == 1
    assert int(meters["openlineage.emit.time"]) == 3
    assert float(meters["openlineage.spark.event.app.start.memoryusage"]) > 0
    assert meters["headwater.events.dropped"] == "0"
    assert float(meters["headwater.queue.depth"]) == 0


@pytest.mark.row("metrics.registries", "metrics.names")
def test_a_statsd_server_is_sent_the_published_names_to_the_last_event(outcome: Outcome) -> None:
    collector = outcome.collector
    assert outcome.sent["all"] == 4
    last = ("openlineage_emit_start", "openlineage_emit_complete")
    until = time.monotonic() + 10
    connected = 3  # lines sent before the connection exists are lost; the application's START may be one of them
    while min(map(collector.total, last)) < connected and time.monotonic() < until:
        time.sleep(0.1)
    assert {collector.total(meter) for meter in last} <= {connected, connected + 1}
    assert collector.total("openlineage_spark_event_app_end") == 1
    line = next(line for line in collector.lines if line.startswith("openlineage_emit_start"))
    assert "openlineage_transport=io.openlineage.client.transports.FileTransport" in line


@pytest.mark.parametrize(
    ("name", "message"),
    [("alone", "micrometer-registry-statsd"), ("wrong", "prometheus is unknown")],
)
def test_a_missing_registry_causes_one_log_line(outcome: Outcome, name: str, message: str) -> None:
    answer = outcome.job_results[name]
    assert answer.error is None
    assert outcome.sent[name] == 6
    agent_lines = answer.agent_warnings
    assert len(agent_lines) == 1
    assert message in agent_lines[0]
