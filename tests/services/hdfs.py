"""Hadoop's NameNode and DataNode in one process."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.lines import ROOT, Line
from tests.services.processes import JAVA, Service, folder, free_port, until_open

MANAGER = "org.apache.hadoop.test.MiniDFSClusterManager"
JARS = ROOT / "build" / "jars" / "hdfs"


@dataclass(frozen=True)
class Cluster(Service):
    """A file system that is starting."""

    log: Path

    def ready(self) -> Cluster:
        """Wait until it accepts files; it writes its own details then."""
        until_open(self.port, self.process, self.log, self.log.with_name("details"))
        return self


@contextmanager
def hdfs(line: Line) -> Iterator[Cluster]:
    """Start an empty file system without waiting, so that other services can start at the same time."""
    with folder() as where:
        port = free_port()
        logging = "-Dlog4j2.level=ERROR"
        path = ["-cp", f"{JARS}/*:{line.home / 'jars'}/*", f"-Dtest.build.data={where / 'data'}"]
        own = ["-nnport", str(port), "-datanodes", "1", "-format", "-writeDetails"]
        command = [*JAVA, logging, *path, MANAGER, *own, str(where / "details")]
        log = where / "log"
        with (
            log.open("wb") as out,
            subprocess.Popen(command, stdout=out, stderr=out, cwd=where) as process,
        ):
            try:
                yield Cluster(port, process, log)
            finally:
                process.kill()  # its data is temporary, so it need not end cleanly
