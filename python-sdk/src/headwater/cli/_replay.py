"""``headwater replay``: deliver the events that ended applications have left in a spool."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from headwater._deliver import EventFailedError, target
from headwater._destination import Requests, split_name
from headwater._spool import DEAD_LETTERS, NOT_TAKEN, Directory, directories, taken
from headwater._text import one_line
from headwater.cli._agent_conf import http_transports, spark_properties
from headwater.cli._options import add_properties_file, pair_of
from headwater.errors import RefusedError, SpoolError, UsageError

if TYPE_CHECKING:
    import argparse

    from headwater._deliver import Target
    from headwater._segment import Segment, StoredEvent

    _Rejected = tuple[Segment, StoredEvent, str]

__all__ = ["Replayed", "add_to", "replay"]

_MAX_FAILING_RUNS = 3
"""After this number of runs in a row that fail, the backend is taken to be down."""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "replay",
        help="deliver the events in a spool, and abort the open runs of applications that were killed",
        description="Deliver the events in a spool, in order. The open runs of an application that was killed end with "
        "ABORT. What cannot be delivered stays. The exit code is 1 if a backend rejects events, or some fail. "
        "A backend over HTTP gets the headers, the parameters and the credentials that the agent's configuration on "
        "this machine has for its address (openlineage.yml only if PyYAML is installed), and those given here.",
    )
    parser.add_argument("directory", type=Path, metavar="DIR", help="a spool, or one application's directory in it")
    parser.add_argument(
        "--to",
        metavar="URL|FILE",
        help="destination: http://…, kafka://HOST:PORT/TOPIC or a file; default: the original destination",
    )
    parser.add_argument(
        "--header", metavar="NAME:VALUE", action="append", default=[], help="a header, as transport.headers has it"
    )
    parser.add_argument(
        "--param", metavar="NAME=VALUE", action="append", default=[], help="a parameter, as transport.urlParams has it"
    )
    add_properties_file(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Deliver one directory after the other; events that cannot be delivered stay in the spool.

    Raises :class:`~headwater.SpoolError` if runs fail, and the backend accepts no other event.
    """
    if options.to:
        target(options.to)  # a wrong one is an error even if no event waits
    requests = Requests(
        http_transports(spark_properties(options.properties_file)),
        tuple(map(_header, options.header)),
        tuple(pair_of("--param", text, secret=True) for text in options.param),
    )
    try:
        done = _replay_all(options.directory, options.to, requests)
    except SpoolError as error:
        raise SpoolError(f"{error}{_waiting(options.directory)}") from None
    print(f"sent {done.sent} events; {done.refused} were rejected and are in {DEAD_LETTERS}")
    if done.failing:
        failing = f"events of {len(done.failing)} runs fail while others are accepted; they stay: {done.reason}"
        print(one_line(f"headwater: {failing}"), file=sys.stderr)
    return 1 if done.refused or done.failing or done.skipped else 0


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon or not name.strip():
        raise UsageError("--header: write it as NAME:VALUE")  # the text may be a key
    return name.strip(), value.strip()


def _waiting(spool: Path) -> str:
    """Return how many events have not been sent, for an error; nothing if that cannot be read."""
    try:
        waiting = sum(Directory.read(path).waiting for path in directories(spool))
    except SpoolError:
        return ""
    return f"; {waiting} events still wait in {spool}"


def _replay_all(spool: Path, to: str | None, requests: Requests) -> Replayed:
    done = Replayed()
    accepting: set[str] = set()
    for path in directories(spool):
        done += _replay_if_free(path, to, requests, accepting)
        if done.failed_in_a_row >= _MAX_FAILING_RUNS:
            raise SpoolError(done.reason)
    if done.failing and not done.answered:
        raise SpoolError(done.reason)
    return done


@dataclass(slots=True)
class Replayed:
    """How many events a replay has sent, how many were rejected, and the runs that fail, with the reasons.

    Directories that this machine cannot deliver were ``skipped``.
    """

    sent: int = 0
    refused: int = 0
    failing: dict[str, str] = field(default_factory=dict)
    failed_in_a_row: int = 0
    """The runs that have failed since the last event that was sent or rejected."""
    skipped: int = 0

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
            self.skipped + later.skipped,
        )


def _replay_if_free(path: Path, to: str | None, requests: Requests, accepting: set[str]) -> Replayed:
    """Deliver the events of one directory, unless it is another user's, in use, or not for this machine."""
    name = one_line(str(path))
    with taken(path, of_others=bool(to)) as why_not:  # else the header of another user chooses who gets the API key
        if why_not:
            if why_not in NOT_TAKEN:
                fix = "; --to delivers it" if why_not == "theirs" else ""
                print(f"headwater: {name} {NOT_TAKEN[why_not]} and was skipped{fix}", file=sys.stderr)
            return Replayed()
        try:
            return _replay_directory(Directory.read(path), to, requests, accepting)
        except UsageError as error:
            if to:  # it is the same for each directory
                raise
            print(f"headwater: {name} was skipped: {one_line(str(error))}", file=sys.stderr)
            return Replayed(skipped=1)


def _replay_directory(found: Directory, to: str | None, requests: Requests, accepting: set[str]) -> Replayed:
    """Deliver the events of one directory; raise :class:`~headwater.UsageError` if this machine cannot."""
    if not found.segments:
        return Replayed()
    destination = to or str(found.header.get("to", ""))
    address, digest = split_name(destination)
    receiver = requests.to(address.removeprefix("http "), digest)
    if digest and address.startswith("http ") and not to and receiver.digest() != digest:
        raise UsageError(
            f"its events are for other headers or parameters of {address} than the configuration of this machine has; "
            "give those of its application by --header and --param"
        )
    return replay(found, target(destination, receiver), destination, accepting)


def replay(directory: Directory, to: Target, name: str, accepting: set[str]) -> Replayed:
    """Deliver the events of one directory in order, and delete it if none is left.

    An event that fails is passed over, with the later events of its run. If several runs fail in a row, the backend is
    down: :class:`~headwater.SpoolError` is raised, and everything that has not been sent stays. An event that is
    rejected becomes a dead letter only if ``name``, the destination, is in ``accepting`` or accepts another one: else
    the request may be wrong, and not the event.
    """
    directory.abort_open_runs()
    done = Replayed()
    rejected: list[_Rejected] = []
    for segment, stored in [(each, stored) for each in directory.segments for stored in each.waiting]:
        if stored.run not in done.failing:
            done += _deliver(segment, stored, to, rejected)
            if done.sent:
                accepting.add(name)
            done += _keep(directory, rejected, only_invalid=name not in accepting)
            _stop_if_down(done, rejected)
    if rejected:
        done += Replayed(
            failing=dict.fromkeys(_runs(rejected), _unaccepted(rejected)), failed_in_a_row=_failed(rejected)
        )
    if directory.waiting == 0:
        directory.clear()
    return done


def _deliver(segment: Segment, stored: StoredEvent, to: Target, rejected: list[_Rejected]) -> Replayed:
    """Send one event; one that is rejected is added to the list."""
    try:
        _send(to, stored)
    except EventFailedError as error:
        return Replayed(failing={stored.run: str(error)}, failed_in_a_row=1)
    except RefusedError as error:
        rejected.append((segment, stored, str(error)))
        return Replayed()
    segment.acknowledge(stored.end)
    return Replayed(sent=1)


def _stop_if_down(done: Replayed, rejected: list[_Rejected]) -> None:
    if done.failed_in_a_row >= _MAX_FAILING_RUNS:
        raise SpoolError(done.reason)
    if _failed(rejected) >= _MAX_FAILING_RUNS:
        raise SpoolError(_unaccepted(rejected))


def _keep(directory: Directory, rejected: list[_Rejected], *, only_invalid: bool) -> Replayed:
    """Keep rejected events as dead letters, and take them from the list; with ``only_invalid``, those that are none."""
    kept = [each for each in rejected if each[1].error or not only_invalid]
    for segment, stored, reason in kept:
        event = json.dumps(stored.text) if stored.error else stored.text
        directory.add_dead_letter(event, reason)
        segment.acknowledge(stored.end)
        rejected.remove((segment, stored, reason))
    return Replayed(refused=len(kept))


def _runs(rejected: list[_Rejected]) -> list[str]:
    return [stored.run for _, stored, _ in rejected]


def _failed(rejected: list[_Rejected]) -> int:
    return len(set(_runs(rejected)))


def _unaccepted(rejected: list[_Rejected]) -> str:
    return f"{rejected[0][2]}; no event was accepted: compare the URL, --header and --param with the agent's settings"


def _send(to: Target, stored: StoredEvent) -> None:
    if stored.error:
        raise RefusedError(stored.error)
    to.send(stored.text)
