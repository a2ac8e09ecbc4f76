"""A running driver seen from another process, and the processes that remain when it is killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from py4j.java_gateway import GatewayConnection, GatewayParameters

from tests.e2e.spark_submit import LISTENER, file_transport
from tests.extensions.conftest import HERE, PYTHON, Suite, acme
from tests.extensions.processes import argv, environ, hosts
from tests.extensions.waiting import completed, until

CALL = 'c\nt\nhello\ns{\\"protocol\\": 1, \\"kind\\": \\"host\\"}\ne\n'
HOST_EXIT_TIMEOUT = 5.0  # seconds until the host has ended; most of it is for a busy machine


@dataclass
class Running:
    """A waiting driver: the address of its gateway, and its processes."""

    access: dict[str, Any]
    process: subprocess.Popen[bytes]
    folder: Path
    host: int

    @property
    def pids(self) -> list[int]:
        return [self.access["driver"], self.access["python"], self.host, self.process.pid]


@pytest.fixture(scope="module")
def running(suite: Suite) -> Iterator[Running]:
    driver = suite.driver("killed")
    driver.folder.mkdir()
    conf = file_transport(driver.folder / "events.jsonl") | {
        "spark.extraListeners": LISTENER,
        "spark.master": "local[2]",
        f"{PYTHON}.extensions": ",".join(acme("good:always")),
    }
    script = [str(HERE / "jobs" / "ends.py"), "wait", str(driver.folder)]
    access = driver.folder / "access.json"
    with (driver.folder / "driver.log").open("wb") as log:
        process = driver.start(script, conf, log)
        try:
            until(lambda: access.exists() or process.poll() is not None, 120)
            until(lambda: completed(driver.folder / "events.jsonl", "/out") == 1)
            (host,) = hosts(suite.work)
            yield Running(json.loads(access.read_text()), process, driver.folder, host)
        finally:
            process.kill()
            process.wait(30)


def test_the_token_is_in_no_argument_environment_or_log(running: Running) -> None:
    token, port = running.access["token"], running.access["port"]
    for pid in running.pids:
        assert argv(pid)
        assert environ(pid)
        for text in (argv(pid), environ(pid)):
            assert token not in text
            assert not re.search(rf"\b{port}\b", text)
    log = (running.folder / "driver.log").read_text()
    assert "|INFO|io.headwater" in log
    assert token not in log


@pytest.mark.parametrize("token", ["", "0" * 64, None], ids=["empty", "wrong", "none"])
def test_another_process_without_the_token_is_refused(running: Running, token: str | None) -> None:
    assert "session" in gateway_response(running, running.access["token"])
    assert "session" not in gateway_response(running, token)


def gateway_response(running: Running, token: str | None) -> str:
    """The gateway's answer to a call; empty if it closes the connection."""
    parameters = GatewayParameters(
        address="127.0.0.1", port=running.access["port"], auth_token=token
    )
    connection = GatewayConnection(parameters)
    try:
        connection.start()
        answer = str(connection.send_command(CALL))
    except Exception as error:  # noqa: BLE001 - py4j's errors have no common base
        return f"refused: {type(error).__name__}"
    connection.close()
    return answer


def test_the_host_is_gone_when_the_driver_was_killed(running: Running) -> None:
    """This test is the last one, because it kills the driver."""
    assert argv(running.host)
    os.kill(running.access["driver"], signal.SIGKILL)
    until(lambda: not argv(running.host), HOST_EXIT_TIMEOUT)
    until(lambda: not argv(running.access["python"]))
