"""A backend whose name has an underscore, as the names of containers have: Java's `URI` knows no host there."""

from __future__ import annotations

import socket
from pathlib import Path

from tests.e2e import events
from tests.e2e.backend import backend
from tests.e2e.conftest import Suite
from tests.e2e.spark_submit import SHORT_JOBS, Job

JOB = Path(__file__).parent / "jobs" / "copy_orders.py"
NAME = "marquez_api"
TRANSPORT = "spark.openlineage.transport"


def test_events_reach_a_host_with_an_underscore(suite: Suite) -> None:
    paths = suite.paths("host_names", "underscore")
    hosts = Path(paths.own).parent / "hosts"
    hosts.parent.mkdir(parents=True, exist_ok=True)
    hosts.write_text(f"127.0.0.1 localhost {socket.gethostname()} {NAME}\n")
    with backend() as received:
        url = received.url.replace("127.0.0.1", NAME)
        job = Job(
            "underscore", JOB, paths.own, {f"{TRANSPORT}.type": "http", f"{TRANSPORT}.url": url}
        )
        options = f"{SHORT_JOBS} -Djdk.net.hosts.file={hosts}"
        result = suite.run("host_names", [job], {"JAVA_TOOL_OPTIONS": options})["underscore"]
    assert result.error is None
    assert result.agent_warnings == []
    runs = events.runs(received.events)
    assert len(runs) >= 3, "the application, the write, the read"
    assert all([e["eventType"] for e in run] == ["START", "COMPLETE"] for run in runs.values())
