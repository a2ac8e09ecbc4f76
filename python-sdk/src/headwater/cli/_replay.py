"""``headwater replay``: deliver the events that ended applications have left in a spool."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from headwater._deliver import EventFailedError, target
from headwater._spool import DEAD_LETTERS, Directory, directories, is_own, locked, run_id_of
from headwater._text import one_line
from headwater.errors import RefusedError, SpoolError

if TYPE_CHECKING:
    import argparse

    from headwater._deliver import Target
    from headwater._spool import Segment, Stored

__all__ = ["Replayed", "add_to", "replay"]

_MAX_FAILING_RUNS = 3
"""After this number of runs in a row that fail, the backend is taken to be down."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "replay",
        help="deliver the events in a spool, and abort the open runs of applications that were killed",
        description="Deliver the events in a spool, in order, and end the open runs of applications that were killed "
        "with ABORT. What cannot be delivered stays. The exit code is 1 if a backend rejects events, or some fail.",
    )
    parser.add_argument("directory", type=Path, metavar="DIR", help="a spool, or one application's directory in it")
    parser.add_argument(
        "--to",
        metavar="URL|FILE",
        help="destination: http://…, kafka://HOST:PORT/TOPIC or a file; default: the original destination",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Deliver one directory after the other; events that cannot be delivered stay in the spool.

    Raises :class:`~headwater.SpoolError` if runs fail, and the backend accepts no other event.
    """
    if options.to:
        target(options.to)  # a wrong one is an error even if no event waits
    try:
        done = _replay_all(options.directory, options.to)
    except SpoolError as error:
        raise SpoolError(f"{error}{_waiting(options.directory)}") from None
    print(f"sent {done.sent} events; {done.refused} were rejected and are in {DEAD_LETTERS}")
    if done.failing:
        print(f"headwater: events of {len(done.failing)} runs fail while others are accepted; they stay: {done.reason}")
    return 1 if done.refused or done.failing else 0


def _waiting(spool: Path) -> str:
    """Return how many events have not been sent, for an error; nothing if that cannot be read."""
    try:
        waiting = sum(Directory.read(path).waiting for path in directories(spool))
    except SpoolError:
        return ""
    return f"; {waiting} events still wait in {spool}"


def _replay_all(spool: Path, to: str | None) -> Replayed:
    done = Replayed()
    for path in directories(spool):
        done += _replay_if_free(path, to)
        if done.failed_in_a_row >= _MAX_FAILING_RUNS:
            raise SpoolError(done.reason)
    if done.failing and not done.answered:
        raise SpoolError(done.reason)
    return done


@dataclass(slots=True)
class Replayed:
    """How many events a replay has sent, how many were rejected, and the runs that fail, with the reasons."""

    sent: int = 0
    refused: int = 0
    failing: dict[str, str] = field(default_factory=dict)
    failed_in_a_row: int = 0
    """The runs that have failed since the last event that was sent or rejected."""

    @property
    def answered(self) -> int:
        """The number of events that were sent or rejected."""
        return self.sent + self.refused

    @property
    def reason(self) -> str:
        """Why the first of the failing runs fails."""
        return next(iter(self.failing.values()))

    def __add__(self, later: Replayed) -> Replayed:
        return Replayed(
            self.sent + later.sent,
            self.refused + later.refused,
            self.failing | later.failing if later.failing else self.failing,  # without a copy for each sent event
            later.failed_in_a_row + (0 if later.answered else self.failed_in_a_row),
        )


def _replay_if_free(path: Path, to: str | None) -> Replayed:
    """Deliver the events of one directory, unless it is another user's or in use."""
    name = one_line(str(path))
    if not to and not is_own(path):  # it would choose who gets the API key
        print(f"headwater: {name} belongs to another user and was skipped; --to delivers it", file=sys.stderr)
        return Replayed()
    with locked(path) as free:
        if not free:
            print(f"headwater: {name} is in use by its application and was skipped", file=sys.stderr)
            return Replayed()
        found = Directory.read(path)
        return replay(found, target(to or str(found.header.get("to", "")))) if found.segments else Replayed()


def replay(directory: Directory, to: Target) -> Replayed:
    """Deliver the events of one directory in order, and delete it if none is left.

    An event that fails is passed over, with the later events of its run. If several runs fail in a row, the backend is
    down: :class:`~headwater.SpoolError` is raised, and everything that has not been sent stays.
    """
    directory.abort_open_runs()
    done = Replayed()
    for segment in directory.segments:
        for stored in segment.waiting:
            run = run_id_of(stored.event)
            if run in done.failing:
                continue
            try:
                done += _deliver(directory, segment, stored, to)
            except EventFailedError as error:
                done += Replayed(failing={run: str(error)}, failed_in_a_row=1)
                if done.failed_in_a_row >= _MAX_FAILING_RUNS:
                    raise SpoolError(str(error)) from None
    if directory.waiting == 0:
        directory.clear()
    return done


def _deliver(directory: Directory, segment: Segment, stored: Stored, to: Target) -> Replayed:
    """Send one event, or keep it as rejected."""
    try:
        _send(to, stored)
        done = Replayed(sent=1)
    except RefusedError as error:
        event = json.dumps(stored.text) if stored.error else stored.text
        letter = json.dumps({"reason": str(error), "at": datetime.now(timezone.utc).isoformat()})
        directory.add_dead_letter(f'{letter[:-1]}, "event": {event}}}')
        done = Replayed(refused=1)
    segment.acknowledge(stored.end)
    return done


def _send(to: Target, stored: Stored) -> None:
    if stored.error:
        raise RefusedError(stored.error)
    to.send(stored.text)
