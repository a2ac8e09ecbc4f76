"""``headwater replay``: deliver the events that ended applications have left in a spool."""

from __future__ import annotations

import json
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from headwater._deliver import target
from headwater._spool import DEAD_LETTERS, Directory, directories, locked
from headwater.errors import RefusedError

if TYPE_CHECKING:
    import argparse

    from headwater._deliver import Target

__all__ = ["add_to", "replay"]


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "replay", help="deliver the events in a spool, and abort the open runs of applications that were killed"
    )
    parser.add_argument("directory", type=Path, metavar="DIR", help="a spool, or one application's directory in it")
    parser.add_argument(
        "--to",
        metavar="URL|FILE",
        help="destination: http://…, kafka://HOST:PORT/TOPIC or a file; default: the original destination",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Deliver one directory after the other; events that cannot be delivered stay in the spool."""
    sent = refused = 0
    for path in directories(options.directory):
        with locked(path) as free:
            if not free:
                print(f"headwater: {path} is in use by its application and was skipped", file=sys.stderr)
                continue
            found = Directory.read(path)
            if not found.segments:
                continue
            one, other = replay(found, target(options.to or str(found.header.get("to", ""))))
            sent, refused = sent + one, refused + other
    print(f"sent {sent} events; {refused} were rejected and are in {DEAD_LETTERS}")
    return 1 if refused else 0


def replay(directory: Directory, to: Target) -> tuple[int, int]:
    """Deliver the events of one directory in order, and delete it; return how many were sent and rejected."""
    directory.abort_open_runs()
    sent = refused = 0
    for segment in directory.segments:
        for event, end in segment.waiting:
            try:
                to.send(event)
                sent += 1
            except RefusedError as error:
                letter = {"reason": str(error), "at": datetime.now(timezone.utc).isoformat(), "event": event}
                with (directory.path / DEAD_LETTERS).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(letter) + "\n")
                refused += 1
            segment.acknowledge(end)
    directory.clear()
    return sent, refused
