"""``headwater doctor``: check the effective configuration with the agent's own classes."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from headwater._java import run_class
from headwater._properties import read_properties
from headwater._reading.remote import local_path
from headwater._spark import conf_folder, find_spark
from headwater.cli._options import add_properties_file, add_spark_home, pair_of, require_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["add_to"]

_DOCTOR = "io.headwater.shell.doctor.Doctor"


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "doctor",
        help="check a configuration and its transport; show the origin of each value",
        description="Read the configuration as an application on this machine would, show the origin of each value and "
        "every problem with its fix, and test the connection to the backend. The exit code is 1 if something will not "
        "work.",
    )
    parser.add_argument("--conf", metavar="KEY=VALUE", action="append", default=[], help="as spark-submit's")
    add_properties_file(parser)
    parser.add_argument(
        "--send",
        action="store_true",
        help="send four events without datasets: an application, headwater.doctor, and a query",
    )
    add_spark_home(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the report; return 1 if there is a problem."""
    spark = find_spark(options.spark_home)
    conf = dict(pair_of("--conf", text) for text in options.conf)
    properties = _properties(options.properties_file, spark.home)
    request = {
        "conf": conf,
        "properties": "" if properties is None else str(properties.absolute()),
        "send": options.send,
        "json": options.json,
    }
    jars = _jars(({} if properties is None else read_properties(properties)) | conf)
    completed = run_class(spark, _DOCTOR, json.dumps(request), jars)
    print(completed.stdout, end="")
    return completed.returncode


def _properties(given: Path | None, home: Path) -> Path | None:
    if given is not None:
        require_file(given, "--properties-file")
        return given
    default_file = conf_folder(home) / "spark-defaults.conf"
    return default_file if default_file.is_file() else None


def _jars(conf: Mapping[str, str]) -> list[str]:
    """Return the jars that the driver would have besides Spark's, if they are on this machine."""
    entries = [*conf.get("spark.jars", "").split(","), *conf.get("spark.driver.extraClassPath", "").split(os.pathsep)]
    paths = [str(local_path(name.strip()) or name.strip()) for name in entries if name.strip()]
    return [path for path in paths if "headwater-agent_" not in path and "openlineage-spark" not in path]
