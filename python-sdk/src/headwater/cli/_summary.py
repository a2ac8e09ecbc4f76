"""``headwater summary``: print the contents of event files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from headwater.analysis import summarize
from headwater.cli._events import add_event_options, load
from headwater.cli._rows import aligned
from headwater.model import build_lineage

if TYPE_CHECKING:
    import argparse

__all__ = ["add_to"]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "summary",
        help="count jobs, datasets, columns and edges in event files",
        description="Count jobs, runs, datasets, columns and edges in event files, and print a line for each dataset.",
    )
    add_event_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the counts, then one line for each dataset."""
    log = load(options.events, lenient=options.lenient)
    summary = {"events": len(log.events), **summarize(build_lineage(log.events))}
    if options.json:
        print(json.dumps(summary, indent=2))
        return 0
    print(", ".join(f"{summary[name]} {name.replace('_', ' ')}" for name in summary if name != "by_dataset"))
    if rows := summary["by_dataset"]:
        print()
        print(aligned(rows))
    return 0
