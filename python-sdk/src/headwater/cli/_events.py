"""Arguments of the commands that read events."""

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
    """Add the positional arguments for files and folders."""
    parser.add_argument(
        "events",
        nargs="*",
        metavar="EVENTS",
        default=[DEFAULT_EVENTS],
        help=f"files with OpenLineage events, one JSON object per line, or folders of them; default: {DEFAULT_EVENTS}/",
    )


def add_event_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add_event_files(parser)
    parser.add_argument("--lenient", action="store_true", help="skip and count lines that are not events")


def load(paths: list[str], *, lenient: bool) -> EventLog:
    """Read the events of files and folders, and print how many lines were skipped."""
    log = read_events(paths, lenient=lenient)
    for count, what in ((log.bad_lines, "that are not events"), (log.without_run, "with events that have no run")):
        if count:
            print(f"headwater: skipped {count} lines {what}", file=sys.stderr)
    return log
