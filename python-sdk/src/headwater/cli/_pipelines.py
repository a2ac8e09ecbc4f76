"""``headwater pipelines``: ``spark-pipelines`` with the agent added."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from headwater._conf import LISTENER, add_to_list, extension_conf
from headwater._jars import agent_jar
from headwater._properties import properties_text, read_properties
from headwater._spark import conf_folder, find_spark
from headwater._submit_args import SubmitArgs
from headwater.cli._submit import own_conf, print_usage, split_own_options
from headwater.errors import SparkNotFoundError

if TYPE_CHECKING:
    import argparse
    from types import FrameType

    from headwater._spark import SparkInstall

__all__ = ["add_to", "run_raw"]

_USAGE = """\
usage: headwater pipelines [options] run [spark-pipelines options]

Run a declarative pipeline with spark-pipelines (Spark 4.1 and later), with Headwater's agent added.

options, which come before the command:
  --lineage-url URL         send events to an OpenLineage backend
  --lineage-events PATH     write events to a file (.jsonl), or to a file of its own in a folder
  --lineage-namespace NAME  the namespace of the jobs
  --help, --lineage-help    show this text; --help also shows the help of spark-pipelines

The server of a pipeline reads its settings from spark-defaults.conf only. So this command copies the folder of
SPARK_CONF_DIR (or conf/ of Spark), adds the agent's settings to the copy, and names it in SPARK_CONF_DIR. The
application has the name of the pipeline, unless spark.openlineage.appName is set.

Everything else is spark-pipelines' own: see `spark-pipelines --help`.
"""
_PROGRAM = "bin/spark-pipelines"
_APP_NAME = "spark.openlineage.appName"
_DEFAULTS = "spark-defaults.conf"
_SPECS = ("spark-pipeline.yml", "spark-pipeline.yaml")
_NAME = re.compile(r"""^name:[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s#][^#\n]*))""", re.MULTILINE)


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the list of commands; :func:`run_raw` parses its arguments."""
    commands.add_parser("pipelines", help="run spark-pipelines with the agent added", add_help=False)


def run_raw(arguments: list[str]) -> int:
    """Run ``spark-pipelines`` and return its exit code; a signal that ends this process ends it, too."""
    own, rest = split_own_options("pipelines", arguments)
    if (code := print_usage(_USAGE, own, rest, _find)) is not None:
        return code
    spark = _find()
    folder = conf_folder(spark.home)
    with TemporaryDirectory(prefix="headwater-conf-") as copy:
        if folder.is_dir():
            shutil.copytree(folder, copy, dirs_exist_ok=True)
        settings = _with_agent(own, rest, spark, read_properties(folder / _DEFAULTS))
        (Path(copy) / _DEFAULTS).write_text(properties_text(settings), encoding="utf-8")
        environment = {**os.environ, "SPARK_HOME": str(spark.home), "SPARK_CONF_DIR": copy}
        environment.setdefault("PYSPARK_PYTHON", sys.executable)
        return _run([str(spark.home / _PROGRAM), *rest], environment)


def _find() -> SparkInstall:
    spark = find_spark()
    if not (spark.home / _PROGRAM).is_file():
        raise SparkNotFoundError(
            f"Spark {spark.version} in {spark.home} has no {_PROGRAM}: declarative pipelines need Spark 4.1 or later"
        )
    return spark


def _with_agent(own: dict[str, str], rest: list[str], spark: SparkInstall, existing: dict[str, str]) -> dict[str, str]:
    """Return the settings of the copy: the existing ones, the agent's, and the name of the pipeline."""
    lineage = own_conf(own, existing)
    agent = {
        "spark.jars": add_to_list(existing.get("spark.jars"), str(agent_jar(spark))),
        "spark.extraListeners": add_to_list(existing.get("spark.extraListeners"), LISTENER),
    }
    name = {} if (found := _pipeline(rest)) is None else {_APP_NAME: found}
    return name | existing | lineage | extension_conf(existing) | agent


def _pipeline(rest: list[str]) -> str | None:
    """Return the name in the pipeline's specification: the file that ``--spec`` names, else that of this folder."""
    given = SubmitArgs.parse(rest[1:], with_value=("--spec", "--refresh", "--full-refresh")).value("--spec")
    files = [Path(given)] if given else [folder / name for folder in _folders() for name in _SPECS]
    spec = next((file for file in files if file.is_file()), None)
    # What is not UTF-8 is an error of spark-pipelines, which reads the file next.
    found = _NAME.search(spec.read_text(encoding="utf-8-sig", errors="replace")) if spec else None
    return next((part.strip() for part in found.groups() if part), None) if found else None


def _folders() -> list[Path]:
    """Return the folders where spark-pipelines looks for a specification: this one, and those above it."""
    here = Path.cwd()
    return [here, *here.parents]


def _run(command: list[str], environment: dict[str, str]) -> int:
    process = subprocess.Popen(command, env=environment)  # noqa: S603  (Spark's own program)

    def forward(number: int, _: FrameType | None) -> None:
        process.send_signal(number)

    before = {number: signal.signal(number, forward) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        code = process.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return code if code >= 0 else 128 - code  # as a shell reports the end by a signal
