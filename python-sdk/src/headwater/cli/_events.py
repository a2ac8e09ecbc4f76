"""The arguments of the commands that read events."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from headwater._conf import DEFAULT_EVENTS
from headwater.events import read_events

if TYPE_CHECKING:
    import argparse

    from headwater.events import EventLog

__all__ = ["add_event_files", "add_event_options", "load"]


def add_event_files(parser: argparse.ArgumentParser) -> None:
    """Add the files and folders to read."""
    parser.add_argument(
        "events",
        nargs="*",
        metavar="EVENTS",
        default=[DEFAULT_EVENTS],
        help=f"files of OpenLineage events, one JSON object a line, and folders of them; default: {DEFAULT_EVENTS}/",
    )


def add_event_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_event_files(parser)
    parser.add_argument("--lenient", action="store_true", help="skip lines that are no events, and count them")


def load(paths: list[str], *, lenient: bool) -> EventLog:
    """Read the events of some files and folders, and say what was left out."""
    log = read_events(paths, lenient=lenient)
    for count, what in ((log.bad_lines, "that are no events"), (log.without_run, "of events without a run")):
        if count:
            print(f"headwater: left out {count} lines {what}", file=sys.stderr)
    return log
