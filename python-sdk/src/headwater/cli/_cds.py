"""``headwater cds``: write an archive of classes, with which a driver starts faster."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

from headwater._cds import check_conf_folder, java_that_can_archive, reading, writing
from headwater._jars import agent_jar
from headwater._spark import find_spark
from headwater._submit_args import SubmitArgs
from headwater.cli import _submit
from headwater.errors import SparkError, UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from headwater._spark import SparkInstall

__all__ = ["add_to", "run_raw"]

_USAGE = """\
usage: headwater cds --output FILE [spark-submit options] [APPLICATION [arguments]]

Write the classes that a driver loads, Spark's and the agent's, to an archive (class data sharing). A driver with this
archive needs less time and CPU to start. Needs Java 13 or newer.

  --output FILE     the archive, such as /opt/spark/headwater.jsa; 100 to 200 MB
  --lineage-help    show this text

Without an application, a short program of common queries runs. With one, it runs as with `headwater submit`, and sends
its events as configured; choose one that uses the same packages and sources as your jobs.

The folder of Spark's settings (SPARK_CONF_DIR, or conf/ of Spark) must be empty, for this command and for the jobs:
Java uses no archive if a folder of the class path has files. Give the settings with --properties-file.
"""
_TRAINING = Path(__file__).with_name("_training.py")
_NEW = ".new"
_HELP = {"--lineage-help", "--help", "-h"}


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the list of commands; :func:`run_raw` parses its arguments."""
    commands.add_parser("cds", help="write an archive of classes, so that drivers start faster", add_help=False)


def run_raw(arguments: list[str]) -> int:
    """Run an application whose JVM writes the archive when it ends; print the settings that use it."""
    args = SubmitArgs.parse(arguments, with_value=("--output",))
    if {name for name, _ in args.options} & _HELP:
        print(_USAGE, end="")
        return 0
    given = args.value("--output")
    if given is None:
        print(f"{_USAGE}headwater cds: error: --output FILE is missing", file=sys.stderr)
        return 2
    archive = Path(given).absolute()
    if not archive.parent.is_dir():
        raise UsageError(f"--output {given}: the folder {archive.parent} does not exist")
    spark = find_spark()
    check_conf_folder(spark.home)
    version = java_that_can_archive()
    _record(args.without("--output"), archive, spark)
    _explain(archive, spark, version)
    return 0


def _record(args: SubmitArgs, archive: Path, spark: SparkInstall) -> None:
    """Run the application; the archive appears under its name only when it is whole.

    A JVM that reads half of an archive crashes.
    """
    new = archive.with_name(archive.name + _NEW)
    new.unlink(missing_ok=True)
    try:
        with _backend() as url, TemporaryDirectory() as folder:
            own = {} if args.application else {"--lineage-url": url}
            application = args.application or (str(_TRAINING), folder)
            trained = replace(args, application=application).to_list()
            command = _submit.command_line(own, trained, spark, java_options=writing(new))
            environment = {**os.environ, "SPARK_HOME": str(spark.home)}
            code = subprocess.call(command, env=environment)  # noqa: S603  (the user's own Spark)
        if code != 0:
            raise SparkError(f"the application ended with exit code {code}; no archive was written")
        if not new.is_file():
            raise SparkError(
                "the application ended, but its JVM wrote no archive; look for a warning with [cds] in its output"
            )
        new.replace(archive)
    finally:
        new.unlink(missing_ok=True)


def _explain(archive: Path, spark: SparkInstall, version: str) -> None:
    size = archive.stat().st_size / 1e6
    print(f"headwater: wrote {archive} ({size:.0f} MB), for {version} and Spark {spark.version} in {spark.home}")
    print(f"\nUse it with\n  headwater submit --lineage-cds {shlex.quote(str(archive))} APPLICATION")
    print("or, in a file for --properties-file, with")
    print(f"  spark.driver.extraClassPath    {agent_jar(spark)}")
    print(f"  spark.driver.extraJavaOptions  {reading(archive)}")


@contextmanager
def _backend() -> Iterator[str]:
    """Serve a backend that accepts and forgets all events, so that the classes that send them are loaded too."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Forgets) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/api/v1/lineage"
        server.shutdown()


class _Forgets(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the signature of http.server)
        """Print nothing: no request is of interest."""
