"""``headwater plan``: the lineage of a PySpark program, without its data."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from headwater._text import one_line
from headwater.cli._explain import append_events, print_lineage
from headwater.cli._options import add_jars, add_output, add_spark_home, items_of, pair_of, require_file
from headwater.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from headwater.planning.program import PlannedProgram

__all__ = ["add_to", "split"]

_SUFFIXES = (".py", ".ipynb")

_DESCRIPTION = """Run a PySpark program on empty tables. Its reads and writes of files and tables happen in a
temporary folder, and no other write of Spark is done. What the program does without Spark is done: requests, files of
Python. The exit code is 1 if a part of the lineage is missing."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "plan",
        help="print the lineage of a PySpark program, without its data",
        usage="headwater plan [options] PROGRAM [options] [-- ARGUMENT…]",
        description=_DESCRIPTION,
    )
    parser.add_argument("program", metavar="PROGRAM", type=Path, help="a script (.py) or a notebook (.ipynb)")
    parser.add_argument("--setup", metavar="FILE.sql", type=Path, help="statements to run first: the tables it reads")
    add_output(parser)
    add_jars(parser)
    parser.add_argument(
        "--packages", metavar="COORDINATES,…", default="", help="Maven coordinates of data sources, as of spark-submit"
    )
    parser.add_argument(
        "--conf",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a setting of Spark, such as those of a catalog",
    )
    add_spark_home(parser)
    parser.add_argument("--json", action="store_true", help="print the OpenLineage events")
    parser.set_defaults(run=run, hint=_hint)


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return the arguments of this command, and those after ``--``, which are the program's."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:at], arguments[at + 1 :]


def _hint(options: argparse.Namespace, rest: list[str]) -> str:
    """Return where arguments of the program belong, for an error about arguments that are not the command's."""
    return f"; write the program's arguments after --: headwater plan {shlex.join([str(options.program), '--', *rest])}"


def run(options: argparse.Namespace) -> int:
    """Print the lineage, then what is missing; return 1 if something is."""
    require_file(options.program)
    if options.program.suffix not in _SUFFIXES:
        raise UsageError(f"{options.program} is neither a script (.py) nor a notebook (.ipynb)")
    if options.setup is not None:
        require_file(options.setup, "--setup")
    from headwater.planning.program import plan_program  # noqa: PLC0415  (it starts Spark)

    planned = plan_program(
        options.program,
        options.arguments,
        setup=options.setup,
        jars=items_of(options.jars),
        packages=items_of(options.packages),
        conf=dict(pair_of("--conf", text) for text in options.conf),
        spark_home=options.spark_home,
    )
    if options.output is not None:
        append_events(options.output, planned.events)
    _print(planned, as_json=options.json)
    return 1 if planned.problems else 0


def _print(planned: PlannedProgram, *, as_json: bool) -> None:
    if as_json:
        for event in planned.events:
            print(json.dumps(event, ensure_ascii=False))
    else:
        print_lineage([each for each in planned.events if each["eventType"] != "START" and each["outputs"]])
    sys.stdout.flush()
    for kind, lines in (("note", planned.notes), ("missing", planned.problems)):
        for line in lines:
            print(one_line(f"headwater: {kind}: {line}"), file=sys.stderr)
