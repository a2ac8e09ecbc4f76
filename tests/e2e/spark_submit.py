"""Starts Spark drivers with the agent's jar."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from tests.e2e.lines import Line

HERE = Path(__file__).resolve().parent
DRIVER_TIMEOUT = 900
LISTENER = "io.openlineage.spark.agent.OpenLineageSparkListener"
# For short jobs the C2 compiler costs more than it saves. Without it, the code cache is limited to 48 MB, which a
# hundred jobs fill; a JVM with a full code cache ends.
SHORT_JOBS = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m"
AGENT_WARNING = re.compile(r"\|(WARN|ERROR|FATAL)\|io\.(headwater|openlineage)\b")
CONF = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.default.parallelism": "2",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "UTC",
}


@dataclass(frozen=True)
class Job:
    """One script with its own SparkContext; see driver.py for the fields."""

    name: str
    script: Path
    folder: Path
    conf: dict[str, str]
    tables: list[str] = field(default_factory=list)
    hive: bool = False
    agent: bool = True
    files: dict[str, str] = field(default_factory=dict)
    wait_for_events: bool = False

    def manifest(self) -> dict[str, Any]:
        return vars(self) | {"script": str(self.script), "folder": str(self.folder)}


@dataclass(frozen=True)
class JobResult:
    """The result of a job: its error, its return value, its start (milliseconds since 1970), its seconds and those of
    `spark.stop()`.
    """

    name: str
    error: str | None
    value: Any
    since: int
    seconds: float
    stop: float
    log: list[str]

    @property
    def agent_warnings(self) -> list[str]:
        """The lines of the agent at WARN or above."""
        return agent_warnings(self.log)


@dataclass(frozen=True)
class DriverResult:
    """The result of a driver process."""

    code: int
    log: list[str]
    seconds: float

    @property
    def agent_warnings(self) -> list[str]:
        """The lines of the agent at WARN or above."""
        return agent_warnings(self.log)


def agent_warnings(log: Iterable[str]) -> list[str]:
    """The lines of the agent at WARN or above in a log that log4j2.properties has formatted."""
    return [line for line in log if AGENT_WARNING.match(line)]


def file_transport(events: Path) -> dict[str, str]:
    """Settings that write events to a file."""
    return {
        "spark.openlineage.transport.type": "file",
        "spark.openlineage.transport.location": str(events),
    }


@dataclass(frozen=True)
class Driver:
    """Starts drivers with the given Spark line, jars, class folders and work folder."""

    line: Line
    jars: list[Path]
    folder: Path
    env: dict[str, str] = field(default_factory=dict)
    logging: Path = HERE / "log4j2.properties"
    timeout: int = DRIVER_TIMEOUT
    memory: str = "2g"
    jvm: str | None = None  # options; without any, those for short jobs
    classes: list[Path] = field(default_factory=list)

    @property
    def spool(self) -> Path:
        """The default spool directory of the jobs."""
        return self.folder / "spool"

    def command(self, arguments: list[str], conf: dict[str, str] | None = None) -> list[str]:
        """The command `spark-submit --jars JARS ARGUMENTS`."""
        log4j = f"-Dlog4j2.configurationFile={self.logging.as_uri()}"
        derby = f"-Dderby.stream.error.file={self.folder / 'derby.log'}"
        settings = CONF | {"spark.openlineage.spool.dir": str(self.spool)}
        return [
            str(self.line.home / "bin" / "spark-submit"),
            f"--driver-memory={self.memory}",
            f"--driver-java-options={log4j} {derby} -Duser.timezone=UTC",
            *([f"--jars={','.join(map(str, self.jars))}"] if self.jars else []),
            *([f"--driver-class-path={':'.join(map(str, self.classes))}"] if self.classes else []),
            *(f"--conf={key}={value}" for key, value in (settings | (conf or {})).items()),
            *arguments,
        ]

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of the drivers."""
        jvm = short_jobs(self.line) if self.jvm is None else self.jvm
        return environment(self.line) | {"JAVA_TOOL_OPTIONS": jvm} | self.env

    def start(
        self, arguments: list[str], conf: dict[str, str], log: IO[Any]
    ) -> subprocess.Popen[bytes]:
        """Start the command, with a file for its output."""
        return subprocess.Popen(
            self.command(arguments, conf),
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )

    def submit(self, arguments: list[str], conf: dict[str, str] | None = None) -> DriverResult:
        """Run the command until it ends, like a user."""
        self.folder.mkdir(parents=True, exist_ok=True)
        started = time.monotonic()
        ran = subprocess.run(
            self.command(arguments, conf),
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=self.timeout,
            check=False,
        )
        (self.folder / "driver.log").write_text(ran.stdout)
        return DriverResult(ran.returncode, ran.stdout.splitlines(), time.monotonic() - started)

    def run(self, jobs: list[Job], data: Path) -> dict[str, JobResult]:
        """Run jobs one after the other in one JVM; a job that the driver did not reach has no result."""
        self.folder.mkdir(parents=True, exist_ok=True)
        manifest = self.folder / "manifest.json"
        content = {"data": str(data), "jobs": [job.manifest() for job in jobs]}
        manifest.write_text(json.dumps(content, indent=1))
        driver_result = self.submit([str(HERE / "driver.py"), str(manifest)])
        results = manifest.with_suffix(".results")
        if driver_result.code != 0 or not results.exists():
            tail = "\n".join(driver_result.log[-40:])
            message = (
                f"the driver ended with {driver_result.code}; {self.folder}/driver.log:\n{tail}"
            )
            raise AssertionError(message)
        log_by_job = by_job(driver_result.log)
        job_results = (json.loads(row) for row in results.read_text().splitlines())
        return {a["name"]: JobResult(**a, log=log_by_job.get(a["name"], [])) for a in job_results}


def short_jobs(line: Line) -> str:
    """Options with which a JVM starts fast. It reads the archive of classes if it has the same Java and class path."""
    if line.java or not line.archive.is_file():
        return SHORT_JOBS
    return f"{SHORT_JOBS} -XX:SharedArchiveFile={line.archive} -Xlog:cds*=off"


def environment(line: Line) -> dict[str, str]:
    """The environment of a driver, without Spark and lineage settings of the calling process."""
    excluded_prefixes = (
        "SPARK",
        "PYSPARK",
        "OPENLINEAGE",
        "PYTHON",
        "AIRFLOW",
        "GITHUB",
        "GITLAB",
        "CI_",
    )
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(excluded_prefixes)}
    python = str(line.python)
    return inherited | {
        "PYSPARK_PYTHON": python,
        "PYSPARK_DRIVER_PYTHON": python,
        "SPARK_HOME": str(line.home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "TZ": "UTC",
    }


def by_job(log: list[str]) -> dict[str, list[str]]:
    """The driver's log by job, split at the markers of driver.py."""
    log_by_job: dict[str, list[str]] = {}
    name = ""
    for line in log:
        if "|e2e|begin " in line:
            name = line.rpartition("|e2e|begin ")[2]
        log_by_job.setdefault(name, []).append(line)
    return log_by_job
