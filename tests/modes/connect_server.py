"""A Spark Connect server as users start it: `spark-submit` with the agent's jar in `--jars`, and PySpark's remote client."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import Driver
from tests.services.processes import free_port, running

SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
JOBS = Path(__file__).parent / "jobs"
SDK = ROOT / "python-sdk" / "src"
START_TIMEOUT = 300
CLIENT_TIMEOUT = 180


@dataclass(frozen=True)
class ConnectServer:
    """A running server."""

    driver: Driver
    port: int
    process: subprocess.Popen[bytes]

    def client(self, user: str, tag: str, *arguments: str) -> None:
        """Run `connect_client.py` with these arguments in a session of a user, with a tag."""
        self.python("connect_client.py", user, tag, *arguments)

    def python(self, script: str, user: str, *arguments: str) -> None:
        """Run a script of `jobs` that takes the URL of a user's session, and these arguments."""
        python = ROOT / "build" / "connect" / "bin" / "python"
        assert python.exists(), "the client's packages are missing: scripts/python-env connect"
        path = f"{self.driver.line.home.parent}:{SDK}"
        command = [str(python), str(JOBS / script), self._remote(user), *arguments]
        self._run(command, {"PYTHONPATH": path})

    def java(self, source: str, user: str, *arguments: str) -> None:
        """Run a program of `jobs` with Spark's Connect client for the JVM. `SPARK_REMOTE` has the URL of a user's session."""
        jars = self.driver.line.home / "jars"
        (client,) = (jars / "connect-repl").glob("spark-connect-client-jvm_*.jar")
        opens = [f"--add-opens=java.base/java.{p}=ALL-UNNAMED" for p in ("lang", "nio", "util")]
        path = ["-cp", f"{client}:{jars}/*"]
        command = ["java", "-Xmx512m", *opens, *path, str(JOBS / source), *arguments]
        self._run(command, {"SPARK_REMOTE": self._remote(user)})

    def _remote(self, user: str) -> str:
        return f"sc://127.0.0.1:{self.port}/;user_id={user}"

    def _run(self, command: list[str], env: dict[str, str]) -> None:
        try:
            done = subprocess.run(
                command,
                env={"PATH": os.environ["PATH"]} | env,
                capture_output=True,
                text=True,
                timeout=CLIENT_TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise AssertionError(f"{late}; the server:\n{self._state()}") from late
        assert done.returncode == 0, done.stderr

    def _state(self) -> str:
        """The log of the server, which ends with the stacks of its threads."""
        self.process.send_signal(signal.SIGQUIT)  # on which a JVM prints them
        time.sleep(5)
        return (self.driver.folder / "log").read_text(errors="replace")


@contextmanager
def connect_server(driver: Driver, conf: dict[str, str]) -> Iterator[ConnectServer]:
    """Start a server; it is stopped by SIGTERM, as stop-connect-server.sh does."""
    driver.folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    settings = conf | {
        "spark.master": "local[2]",
        "spark.connect.grpc.binding.port": str(port),
        "spark.port.maxRetries": "0",  # another port than this is of no use to the clients
        "spark.sql.warehouse.dir": str(driver.folder / "warehouse"),
    }
    command = driver.command(["--class", SERVER, "spark-internal"], settings)
    with running(command, port, driver.folder, driver.environment, START_TIMEOUT) as service:
        yield ConnectServer(driver, port, service.process)
