"""``headwater extensions try``: show what extensions are asked about a statement or a program, and what they answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater._bridge.calls import VARIABLE, calls_json
from headwater.cli._calls import calls_lines, has_failed, never_called, node_lines
from headwater.cli._options import add_jars, add_spark_home, items_of, require_file
from headwater.errors import UsageError
from headwater.extensions._load import load_named
from headwater.extensions.facets import warm_up

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from headwater.extensions._load import LoadedExtension

__all__ = ["add_to"]

_DESCRIPTION = """\
Call extensions and show each call: the plan node or the event, the answer or the error, and the milliseconds.

With SQL text, the statement is analysed in a small Spark session and not run; each node of its plan is a line, and
the visitors that match the node are called. With a .py file, the program runs with spark-submit and the agent, and all
calls of its extensions are shown; what follows the file is for the program.

The exit code is 1 if an extension fails or one of its facets is refused, or else that of the program.
"""


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the action to the command ``extensions``."""
    parser = actions.add_parser("try", help="call them for SQL text or a program, and show each call")
    parser.description = _DESCRIPTION
    parser.add_argument("--extensions", metavar="M:NAME,…", required=True, help="the extensions, as in the setting")
    parser.add_argument("--setup", metavar="FILE.sql", type=Path, help="statements to run before SQL text: tables")
    add_jars(parser)
    add_spark_home(parser)
    parser.add_argument("target", metavar="SQL|FILE.py", help="a statement, or a PySpark program")
    parser.add_argument("arguments", metavar="ARGUMENT", nargs="*", help="arguments of the program")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the calls; return 1 if an extension failed or a facet was refused, or the exit code of the program."""
    found = load_named(options.extensions)
    if options.target.endswith(".py"):
        return _try_program(options, found)
    if options.arguments:
        raise UsageError(f"one statement, in quotes: {options.arguments[0]!r} is one argument too many")
    return _try_statement(options, found)


def _try_statement(options: argparse.Namespace, found: Sequence[LoadedExtension]) -> int:
    if options.setup is not None:
        require_file(options.setup, "--setup")
    from headwater._bridge.plan import steps_of  # noqa: PLC0415  (only this action starts Spark in this process)
    from headwater._bridge.step import run_step  # noqa: PLC0415  (the same)
    from headwater.dry_run import check_jpype, open_session, plan  # noqa: PLC0415  (the same)

    check_jpype()
    session = open_session(spark_home=options.spark_home, jars=items_of(options.jars))
    if options.setup is not None:
        session.run_file(options.setup)
    planned = plan(options.target)
    hooks = dict(enumerate(hook for each in found for hook in each.hooks))
    request = planned.ask([hook.to_json(number) for number, hook in hooks.items()])
    warm_up()
    outcomes = [run_step(each) for each in steps_of(request, hooks, planned.live)]
    record = calls_json(request, outcomes)
    print("\n".join([*node_lines(planned.nodes, record), *never_called(found, [record])]))
    sys.stdout.flush()
    return 1 if has_failed([record]) else 0


def _try_program(options: argparse.Namespace, found: Sequence[LoadedExtension]) -> int:
    require_file(Path(options.target))
    with tempfile.TemporaryDirectory(prefix="headwater-") as folder:
        calls = Path(folder, "calls.jsonl")
        command = [
            sys.executable,
            "-m",
            "headwater",
            "submit",
            "--lineage-events",
            str(Path(folder, "events.jsonl")),
        ]
        command += ["--jars", options.jars] if options.jars else []
        command += ["--conf", f"spark.openlineage.python.extensions={options.extensions}", options.target]
        environment = {**os.environ, VARIABLE: str(calls)}
        if options.spark_home:
            environment["SPARK_HOME"] = options.spark_home
        code = subprocess.call([*command, *options.arguments], env=environment)  # noqa: S603  (the user's program)
        records = _records(calls)
    print("\n".join([line for record in records for line in calls_lines(record)] + never_called(found, records)))
    sys.stdout.flush()
    return code or (1 if has_failed(records) else 0)


def _records(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="\n") as lines:
        return [json.loads(line) for line in lines]
