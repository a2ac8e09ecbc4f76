"""``headwater submit``: ``spark-submit`` with the agent added."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from headwater._cds import check_conf_folder, reading
from headwater._conf import LISTENER, extension_conf, has_transport_elsewhere, lineage_conf
from headwater._jars import agent_jar
from headwater._platform import command_text, is_windows
from headwater._spark import find_spark
from headwater._submit_args import SubmitArgs
from headwater.errors import HeadwaterError, SparkNotFoundError, UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from headwater._spark import SparkInstall

__all__ = ["add_to", "command_line", "own_conf", "print_usage", "run_raw", "split_own_options"]

_USAGE = f"""\
usage: headwater submit [options] [spark-submit options] APPLICATION [arguments]

Run an application with spark-submit, with Headwater's agent ({LISTENER}) added to
the jars and listeners that the command line and the properties file name.

options, which come before the application:
  --lineage-url URL         send events to an OpenLineage backend
  --lineage-events PATH     write events to a file (.jsonl), or to a file of its own in a folder
  --lineage-namespace NAME  the namespace of the jobs
  --lineage-cds FILE        start faster, with an archive of classes that `headwater cds` has written
  --lineage-dry-run         print the command instead of running it
  --help, --lineage-help    show this text; --help also shows the help of spark-submit

Without --lineage-url and --lineage-events, and if no transport is configured, events go to headwater-events/.
Everything else is spark-submit's: see `spark-submit --help`.
"""
_OWN_OPTIONS = ("--lineage-url", "--lineage-events", "--lineage-namespace", "--lineage-cds")
_TRANSPORT = "spark.openlineage.transport."
_TYPE = f"{_TRANSPORT}type"
_NO_APPLICATION = {"--help", "-h", "--version", "--status", "--kill"}


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the list of commands; :func:`run_raw` parses its arguments."""
    commands.add_parser("submit", help="run spark-submit with the agent added", add_help=False)


def run_raw(arguments: list[str]) -> int:
    """Replace this process by ``spark-submit``, so that exit code and signals are its own."""
    own, rest = split_own_options("submit", arguments)
    if (code := print_usage(_USAGE, own, rest, _find)) is not None:
        return code
    spark = _find()
    command = command_line(own, rest, spark, java_options=_archive_options(own.get("--lineage-cds"), spark))
    if "--lineage-dry-run" in own:
        print(command_text(command))
        return 0
    environment = {**os.environ, "SPARK_HOME": str(spark.home)}
    if "SPARK_HOME" not in os.environ:
        environment.setdefault("PYSPARK_PYTHON", sys.executable)
    sys.stdout.flush()
    if not is_windows():
        os.execve(command[0], command, environment)  # noqa: S606  (a shell would take the signals)
    return subprocess.call(command, env=environment)  # noqa: S603  (Windows can't replace a process)


def _find() -> SparkInstall:
    spark = find_spark()
    if not spark.submit.is_file():
        raise SparkNotFoundError(f"{spark.home} has no {spark.submit.relative_to(spark.home)}")
    return spark


def _archive_options(given: str | None, spark: SparkInstall) -> str | None:
    if given is None:
        return None
    archive = Path(given).absolute()
    if not archive.is_file():
        raise UsageError(f"--lineage-cds {given}: no such file; `headwater cds --output {given}` writes it")
    check_conf_folder(spark.home)
    return reading(archive)


def command_line(
    own: dict[str, str], arguments: list[str], spark: SparkInstall, *, java_options: str | None = None
) -> list[str]:
    """Return the command line of ``spark-submit`` with the agent added.

    With ``java_options`` for an archive of classes, the agent is on the driver's class path, else in ``--jars``.
    """
    args = SubmitArgs.parse(arguments)
    if not args.application:
        if any(name in _NO_APPLICATION for name, _ in args.options):
            return [str(spark.submit), *arguments]
        raise UsageError("no application to submit: name a .py file or a jar (see `headwater submit --lineage-help`)")
    existing = args.defaults(spark.home) | args.conf()
    is_cluster = (args.value("--deploy-mode") or existing.get("spark.submit.deployMode")) == "cluster"
    settings = own_conf(own, existing)
    if is_cluster:
        sent = existing | {"spark.files": f"{args.value('--files') or ''},{existing.get('spark.files', '')}"}
        settings = _in_cluster_mode(own, settings, sent, java_options)
    else:
        settings |= extension_conf(existing)
    jar = str(agent_jar(spark))
    if java_options is None:
        return [str(spark.submit), *args.with_agent(jar, settings, spark.home).to_list()]
    on_class_path = args.with_agent_on_class_path(jar, java_options, settings, spark.home)
    return [str(spark.submit), *on_class_path.to_list()]


def _in_cluster_mode(
    own: dict[str, str], settings: dict[str, str], existing: dict[str, str], java_options: str | None
) -> dict[str, str]:
    """Return our settings for a driver on another machine; refuse those that name a file of this one.

    There, the existing settings may name a transport that this machine does not have.
    """
    is_file = settings.get(_TYPE) == "file"
    if is_file and "--lineage-events" not in own and has_transport_elsewhere(existing):
        settings = {key: value for key, value in settings.items() if not key.startswith(_TRANSPORT)}
    elif is_file or not has_transport_elsewhere(existing | settings):
        raise UsageError(
            "in cluster mode the driver runs on another machine, where a local event file is lost, and which variables "
            "and openlineage.yml of this machine do not reach: give --lineage-url, set spark.openlineage.transport.* "
            "or send the file by --files openlineage.yml"
        )
    if java_options is not None:
        raise UsageError(
            "in cluster mode the driver runs on another machine: put the archive there, and set "
            "spark.driver.extraClassPath and spark.driver.extraJavaOptions as `headwater cds` prints them"
        )
    return settings


def own_conf(own: dict[str, str], existing: dict[str, str]) -> dict[str, str]:
    """Return the settings that our own options and the existing settings ask for."""
    return lineage_conf(
        namespace=own.get("--lineage-namespace"),
        url=own.get("--lineage-url"),
        api_key=None,
        events=own.get("--lineage-events"),
        existing=existing,
    )


def print_usage(usage: str, own: dict[str, str], rest: list[str], find: Callable[[], SparkInstall]) -> int | None:
    """Print the usage if the options ask for it, or if there is nothing to run; return the exit code, or ``None``.

    After ``--help``, Spark's program shows its own help, too, if ``find`` finds it.
    """
    asks_both = any(name in {"--help", "-h"} for name, _ in SubmitArgs.parse(rest).options)
    is_help = asks_both or "--lineage-help" in own
    if rest and not is_help:
        return None
    print(usage, file=sys.stdout if is_help else sys.stderr, flush=True)
    if not asks_both:
        return 0 if is_help else 2
    try:
        find()
    except HeadwaterError as error:
        print(f"headwater: the help of Spark's own options is missing: {error}", file=sys.stderr)
        return 0
    return None


def split_own_options(command: str, arguments: list[str]) -> tuple[dict[str, str], list[str]]:
    """Take out our own options, as far as the application of this command."""
    own: dict[str, str] = {}
    rest: list[str] = []
    own_arguments = SubmitArgs.parse(arguments, with_value=_OWN_OPTIONS)
    for name, value in own_arguments.options:
        if name in {"--lineage-help", "--lineage-dry-run"}:
            own[name] = ""
        elif name in _OWN_OPTIONS:
            if not value:
                raise UsageError(f"{name} needs a value")
            own[name] = value
        elif name.startswith("--lineage-"):
            raise UsageError(f"headwater {command} has no option {name} (see `headwater {command} --lineage-help`)")
        else:
            rest += [name] if value is None else [name, value]
    return own, [*rest, *own_arguments.application]
