"""Clusters of one machine: YARN, and Spark's own cluster manager."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.lines import ROOT, Line
from tests.e2e.spark_submit import environment
from tests.services.processes import JAVA, free_port, running, until

YARN = ROOT / "build" / "jars" / "yarn"
CLUSTER = Path(__file__).resolve().parent / "YarnCluster.java"
OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED"
START_TIMEOUT = 300


@dataclass(frozen=True)
class Yarn:
    """A ResourceManager and a NodeManager; `conf` has the settings of a client."""

    folder: Path

    @property
    def conf(self) -> dict[str, str]:
        return {"HADOOP_CONF_DIR": str(self.folder), "YARN_CONF_DIR": str(self.folder)}

    def container_logs(self) -> str:
        """All that the containers have written to standard output and error."""
        files = [f for f in self.folder.rglob("std*") if "container_" in str(f)]
        return "\n".join(f.read_text(errors="replace") for f in files)


@contextmanager
def yarn(line: Line, folder: Path) -> Iterator[Yarn]:
    """Hadoop's own cluster for tests, in a process of its own, with the libraries of Spark's Hadoop."""
    folder.mkdir(parents=True)
    path = f"{YARN}/*:{line.home / 'jars'}/*"
    options = [OPEN, "-Dlog4j2.level=WARN", f"-Dtest.build.data={folder / 'data'}"]
    command = [*JAVA, *options, "-cp", path, str(CLUSTER), str(folder)]
    log = folder / "log"
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out, cwd=folder) as p:
        try:
            until((folder / "yarn-site.xml").exists, p, log, START_TIMEOUT)
            yield Yarn(folder)
        finally:
            p.kill()  # its data is temporary, so it need not end cleanly


@contextmanager
def standalone(line: Line, folder: Path) -> Iterator[str]:
    """A master and a worker; yields the URL of the master."""
    folder.mkdir(parents=True)
    spark_class = str(line.home / "bin" / "spark-class")
    port, env = free_port(), environment(line) | {"SPARK_DAEMON_MEMORY": "256m"}
    deploy = [spark_class, "org.apache.spark.deploy"]
    with ExitStack() as both:
        for daemon, own_port, extra in (
            ("master.Master", port, ["--port", str(port), "--webui-port", "0"]),
            ("worker.Worker", free_port(), ["--cores", "2", "--memory", "2g", "--webui-port", "0"]),
        ):
            where = folder / daemon
            where.mkdir()
            command = [spark_class, f"{deploy[1]}.{daemon}", "--host", "127.0.0.1", *extra]
            if daemon.startswith("worker"):
                command += [
                    "--port",
                    str(own_port),
                    "--work-dir",
                    str(where),
                    f"spark://127.0.0.1:{port}",
                ]
            both.enter_context(running(command, own_port, where, env, START_TIMEOUT))
        yield f"spark://127.0.0.1:{port}"
