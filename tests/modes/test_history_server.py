"""The history server shows an application that ran with the agent."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.e2e.spark_submit import LISTENER, environment, file_transport
from tests.modes.conftest import Modes, closed_runs
from tests.services.processes import free_port, running

JOB = Path(__file__).resolve().parent / "jobs" / "one_write.py"
SERVER = "org.apache.spark.deploy.history.HistoryServer"
START_TIMEOUT = 300


def get(url: str) -> Any:  # noqa: ANN401 - JSON
    """The answer of the server; it is not found, empty or a page, as long as the server has not read the event log."""
    end = time.monotonic() + START_TIMEOUT
    while time.monotonic() < end:
        with suppress(HTTPError, json.JSONDecodeError), urlopen(url, timeout=60) as answer:  # noqa: S310 - of this machine
            if found := json.load(answer):
                return found
        time.sleep(0.5)
    raise TimeoutError(url)


def test_the_history_server_reads_the_event_log(modes: Modes) -> None:
    driver = modes.driver("history")
    logs, file = driver.folder / "logs", driver.folder / "events.jsonl"
    logs.mkdir(parents=True)
    conf = file_transport(file) | {
        "spark.extraListeners": LISTENER,
        "spark.master": "local[2]",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": logs.as_uri(),
    }
    done = driver.submit([str(JOB), str(driver.folder / "out")], conf)
    assert done.code == 0
    assert len(closed_runs(file)) == 2
    port = free_port()
    options = f"-Dspark.history.fs.logDirectory={logs.as_uri()} -Dspark.history.ui.port={port}"
    env = environment(modes.line) | {"SPARK_HISTORY_OPTS": options, "SPARK_DAEMON_MEMORY": "512m"}
    command = [str(modes.line.home / "bin" / "spark-class"), SERVER]
    with running(command, port, driver.folder, env, START_TIMEOUT):
        (application,) = get(f"http://127.0.0.1:{port}/api/v1/applications")
        assert [attempt["completed"] for attempt in application["attempts"]] == [True]
        statements = get(f"http://127.0.0.1:{port}/api/v1/applications/{application['id']}/sql")
        assert {s["status"] for s in statements} == {"COMPLETED"}
        assert len(statements) == 2
