"""Arguments of the commands that read events."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from headwater._conf import DEFAULT_EVENTS
from headwater._text import one_line
from headwater.errors import UsageError
from headwater.events import read_events

if TYPE_CHECKING:
    import argparse

    from headwater.events import EventLog

__all__ = ["LENIENT", "add_event_files", "add_event_options", "add_late_files", "load", "no_events"]

_DEFAULT = [DEFAULT_EVENTS]

LENIENT = "skip and count what is not an event, and read the rest"


def add_event_files(parser: argparse.ArgumentParser) -> None:
    """Add the positional arguments for files and folders."""
    parser.add_argument(
        "events",
        nargs="*",
        metavar="EVENTS",
        default=_DEFAULT,
        help="files with OpenLineage events, also as gz or zst, folders of them, spools, databases of serve, "
        f"addresses such as s3://bucket/events, or - for the standard input; default: {DEFAULT_EVENTS}/",
    )
    parser.set_defaults(takes_late_files=True)


def add_late_files(options: argparse.Namespace, rest: list[str]) -> bool:
    """Add the files that follow an option, which argparse leaves over; return False if ``rest`` is something else."""
    if not hasattr(options, "takes_late_files") or any(text.startswith("-") and text != "-" for text in rest):
        return not rest
    if rest:
        options.events = rest if options.events is _DEFAULT else [*options.events, *rest]
    return True


def add_event_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add_event_files(parser)
    parser.add_argument("--lenient", action="store_true", help=LENIENT)


def load(paths: list[str], *, lenient: bool) -> EventLog:
    """Read the events of files and folders, and print how much was skipped, and why."""
    log = read_events(paths, lenient=lenient)
    if log.skipped:
        print(f"headwater: skipped {log.skipped} that are not events; {one_line(log.first_error)}", file=sys.stderr)
    return log


def no_events(paths: list[str]) -> UsageError:
    """Return the error of a check of files without events: a job that emitted nothing has not shown anything."""
    fix = "name the files of a job that ran with the agent"
    return UsageError(f"there are no events in {' '.join(paths)}, so nothing was checked; {fix}")
