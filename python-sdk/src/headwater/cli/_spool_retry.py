"""``headwater spool retry``: put rejected events back, so that they are sent again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater._reading.text import JsonError, parse_json
from headwater._records import Digits, rewritten
from headwater._spool import DEAD_LETTERS, NOT_TAKEN, Directory, directories, taken
from headwater._text import one_line
from headwater.errors import SpoolError

if TYPE_CHECKING:
    import argparse

__all__ = ["add_to"]

_NOT_SENT = frozenset({"", "none"})
"""Destinations of events that must not be sent, or that nobody knows: those that an extension has not let pass."""


def add_to(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the action to the parser."""
    parser = actions.add_parser(
        "retry",
        help="let rejected events wait again",
        description=f"Move the events that a backend has rejected from {DEAD_LETTERS} back to the waiting ones, after "
        "their cause has been corrected. `headwater replay`, or the next application with the same destination, sends "
        "them. Events that an extension has not let pass stay, and texts that are no events.",
    )
    parser.add_argument("directory", type=Path, metavar="DIR", help="a spool, or one application's directory in it")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Move the dead letters of each directory; return 1 if some stay."""
    moved = left = 0
    for path in directories(options.directory):
        with taken(path) as why_not:
            if not why_not:
                counts = _retry(Directory.read(path))
                moved, left = moved + counts[0], left + counts[1]
            elif why_not in NOT_TAKEN:
                print(f"headwater: {one_line(str(path))} {NOT_TAKEN[why_not]} and was skipped", file=sys.stderr)
    print(f"{moved} events wait again; {left} stay in {DEAD_LETTERS}")
    return 1 if left else 0


def _retry(directory: Directory) -> tuple[int, int]:
    """Return how many events of one directory wait again, and how many stay."""
    file = directory.path / DEAD_LETTERS
    try:
        lines = [line for line in file.read_bytes().splitlines() if line.strip()]
    except FileNotFoundError:
        return 0, 0
    except OSError as error:
        raise SpoolError(f"cannot read {file}: {error}") from error
    by_destination: dict[str, list[str]] = {}
    rest: list[bytes] = []
    for line in lines:
        to, event = _letter(line)
        if event is None or to in _NOT_SENT:
            rest.append(line)
        else:
            by_destination.setdefault(to, []).append(rewritten(event))
    for to, events in by_destination.items():
        directory.add_segment(to, events)
    if by_destination:
        directory.replace_dead_letters(rest)
    return sum(map(len, by_destination.values())), len(rest)


def _letter(line: bytes) -> tuple[str, dict[str, Any] | None]:
    """Return the destination and the event of a line; ``None`` if it has no event."""
    try:
        letter = parse_json(line, parse_float=Digits)
    except JsonError:
        return "", None
    event = letter.get("event") if isinstance(letter, dict) else None
    return (str(letter.get("to", "")), event) if isinstance(event, dict) else ("", None)
