"""A Spark Connect server as users start it: `spark-submit` with the agent's jar in `--jars`, and PySpark's remote client."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import Driver
from tests.services.processes import free_port, running

SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
CLIENT = Path(__file__).parent / "jobs" / "connect_client.py"
SDK = ROOT / "python-sdk" / "src"
START_TIMEOUT = 300
CLIENT_TIMEOUT = 180


@dataclass(frozen=True)
class ConnectServer:
    """A running server."""

    driver: Driver
    port: int

    def client(self, user: str, tag: str, *arguments: str) -> None:
        """Run `connect_client.py` with these arguments in a session of a user, with a tag."""
        python = ROOT / "build" / "connect" / "bin" / "python"
        assert python.exists(), "the client's packages are missing: scripts/connect-env"
        remote = f"sc://127.0.0.1:{self.port}/;user_id={user}"
        done = subprocess.run(
            [str(python), str(CLIENT), remote, tag, *arguments],
            env={"PATH": os.environ["PATH"], "PYTHONPATH": f"{self.driver.line.home.parent}:{SDK}"},
            capture_output=True,
            text=True,
            timeout=CLIENT_TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stderr


@contextmanager
def connect_server(driver: Driver, conf: dict[str, str]) -> Iterator[ConnectServer]:
    """Start a server; it is stopped by SIGTERM, as stop-connect-server.sh does."""
    driver.folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    settings = conf | {
        "spark.master": "local[2]",
        "spark.connect.grpc.binding.port": str(port),
        "spark.sql.warehouse.dir": str(driver.folder / "warehouse"),
    }
    command = driver.command(["--class", SERVER, "spark-internal"], settings)
    with running(command, port, driver.folder, driver.environment, START_TIMEOUT):
        yield ConnectServer(driver, port)
