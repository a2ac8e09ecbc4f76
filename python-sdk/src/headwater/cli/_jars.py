"""``headwater jars``: print the path of the agent's jar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater._jars import jars
from headwater.cli._options import add_spark_home

if TYPE_CHECKING:
    import argparse

__all__ = ["add_to"]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "jars",
        help="print the path of the agent's jar for the installed Spark",
        description="Print the path of the agent's jar for the installed Spark, in the form that --jars takes.",
    )
    add_spark_home(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the jars in the form that ``--jars`` takes."""
    print(",".join(jars(options.spark_home)))
    return 0
