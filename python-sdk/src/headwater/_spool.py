"""Read the agent's spool: events on disk that wait for a backend.

There is one directory for each application. It contains segments (``000001.seg``) with records of the form ``LENGTH
CRC32C JSON``, the first of which is a header; an acknowledgement file for each segment (``.ack``) with the offset up to
which it was delivered, and the events before it that still wait; and a ``lock`` file for the delivering process. An
event is sent as the text that is in the file: a parsed number may lose digits. The agent's implementation is
``agent/emit/src/main/scala/io/headwater/emit/spool``; both are tested with ``tests/data/sample.seg``.
"""

from __future__ import annotations

import contextlib
import copy
import getpass
import importlib
import json
import os
import re
import sys
import tempfile
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from headwater._platform import try_lock
from headwater._reading.fields import TERMINAL_TYPES, object_at, sequence_facet
from headwater._records import IN_HEADER, private_file, record, rewritten
from headwater._segment import Segment, run_id_of
from headwater.errors import SpoolError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "DEAD_LETTERS",
    "NOT_TAKEN",
    "Directory",
    "default_root",
    "directories",
    "locked",
    "taken",
]

DEAD_LETTERS = "dead-letter.jsonl"
NOT_TAKEN = {"theirs": "belongs to another user", "busy": "is in use by its application"}
"""What a user is told of a directory that `taken` does not hold."""
_LOCK = "lock"
_ENDED = "ended"
_FILE_NAME = re.compile(r"[0-9a-f-]{36}")
_VERSION = 1


@dataclass(slots=True)
class Directory:
    """The spool directory of one application."""

    path: Path
    segments: list[Segment] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> Directory:
        """Read all segments in order; one that the application deletes meanwhile is delivered, and left out."""
        found = cls(path, list(_segments(path)))
        version = found.header.get(IN_HEADER, _VERSION)
        if version != _VERSION:
            raise SpoolError(f"{path} is a spool of version {version}, this is a reader of version {_VERSION}")
        return found

    @property
    def header(self) -> dict[str, Any]:
        """The header of the first segment: the application and the destination of its events."""
        return next((s.header for s in self.segments if s.header), {})

    @property
    def waiting(self) -> int:
        """The number of events that have not been delivered yet."""
        return sum(len(segment.waiting) for segment in self.segments)

    @property
    def dead(self) -> int:
        """The number of events that a backend has rejected permanently."""
        try:
            with (self.path / DEAD_LETTERS).open("rb") as lines:
                return sum(1 for _ in lines)
        except OSError:
            return 0

    @property
    def open_runs(self) -> dict[str, dict[str, Any]]:
        """The START event of each run without a terminal event, with the sequence number of its last event.

        It is empty if the application ended normally. A run with a file of its own has ended, too: its last event was
        delivered from memory. So has a run that the header of a later segment does not name: its last event was in a
        segment that was delivered, and deleted.
        """
        runs: dict[str, dict[str, Any]] = {}
        if (self.path / _ENDED).exists():
            return runs
        for segment in self.segments:
            if isinstance(open_before := segment.header.get("runs"), list):
                runs = {run: start for run, start in runs.items() if run in open_before}
            for event in (stored.event for stored in segment.events):
                run = run_id_of(event)
                kind = str(event.get("eventType"))
                if kind in TERMINAL_TYPES:
                    runs.pop(run, None)
                elif kind == "START" and not self._has_ended(run):
                    runs.setdefault(run, copy.deepcopy(event))
                elif run in runs and sequence_facet(event):
                    sequence_facet(runs[run]).update(sequence_facet(event))
        return runs

    def _has_ended(self, run: str) -> bool:
        return _FILE_NAME.fullmatch(run) is not None and (self.path / f"{run}.{_ENDED}").exists()

    def abort_open_runs(self) -> None:
        """Append the ABORT events that the application could not send; child runs come first."""
        if not (open_runs := self.open_runs):
            return
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        lines = [record(json.dumps(self.header | {"runs": sorted(open_runs)}))]
        for event in reversed(list(open_runs.values())):
            event |= {"eventType": "ABORT", "eventTime": now}
            if isinstance(number := (facet := sequence_facet(event)).get("sequence"), int):
                facet["sequence"] = number + 1
            outputs = event.get("outputs")
            for output in outputs if isinstance(outputs, list) else []:
                object_at(output, "facets").pop("lifecycleStateChange", None)  # nobody knows whether it has happened
            lines.append(record(rewritten(event)))
        self._write_segment(lines)

    def add_segment(self, to: str, events: list[str]) -> None:
        """Append events for a destination as a segment; open runs are ended before, and these events open none."""
        self.abort_open_runs()
        with open(self.path / _ENDED, "a", encoding="ascii", opener=private_file):
            pass
        header = {"application": "", **self.header, IN_HEADER: _VERSION, "to": to, "runs": []}
        self._write_segment([record(json.dumps(header)), *map(record, events)])

    def _write_segment(self, lines: list[bytes]) -> None:
        last = max((int(s.path.stem) for s in self.segments if s.path.stem.isdecimal()), default=0)
        path = self.path / f"{last + 1:06d}.seg"
        with open(path, "wb", opener=private_file) as file:
            file.write(b"".join(lines))
        self.segments.append(Segment.read(path))

    def replace_dead_letters(self, lines: list[bytes]) -> None:
        """Keep only these lines of the rejected events."""
        file = self.path / DEAD_LETTERS
        following = file.with_name(f"{DEAD_LETTERS}.next")
        with open(following, "wb", opener=private_file) as out:
            out.write(b"".join(line + b"\n" for line in lines))
        following.replace(file)
        if not lines:
            file.unlink()

    def add_dead_letter(self, event: str, reason: str) -> None:
        """Append a rejected event, as JSON, with the reason and its destination."""
        to = str(self.header.get("to", ""))
        letter = json.dumps({"reason": reason, "at": datetime.now(timezone.utc).isoformat(), "to": to})
        text = f'{letter[:-1]}, "event": {event}}}'
        with open(self.path / DEAD_LETTERS, "a", encoding="utf-8", newline="\n", opener=private_file) as file:
            file.write(f"{text}\n")

    def clear(self) -> None:
        """Delete the delivered segments; the directory is deleted unless it contains rejected events."""
        for segment in self.segments:
            segment.path.unlink(missing_ok=True)
            segment.path.with_suffix(".ack").unlink(missing_ok=True)
        for mark in self.path.glob(f"*{_ENDED}"):
            mark.unlink(missing_ok=True)
        if not (self.path / DEAD_LETTERS).exists():
            (self.path / _LOCK).unlink(missing_ok=True)
            self.path.rmdir()


def _segments(path: Path) -> Iterator[Segment]:
    for file in sorted(path.glob("*.seg")):
        with contextlib.suppress(FileNotFoundError):
            segment = Segment.read(file)
            if file.exists():  # else its acknowledgement may have been missing, too
                yield segment


def default_root(java_options: str = "") -> Path:
    """Return the agent's default spool directory, which is in the temporary directory of the JVM with these options."""
    options = f"{os.environ.get('JAVA_TOOL_OPTIONS', '')} {java_options}"
    named = re.findall(r"-Djava\.io\.tmpdir=(\S+)", options)
    temporary = named[-1] if named else "/tmp" if sys.platform == "linux" else tempfile.gettempdir()  # noqa: S108
    return Path(temporary) / f"headwater-spool-{re.sub(r'[^A-Za-z0-9._-]', '_', _user())}"


def _user() -> str:
    """Return the name of the user as a JVM has it, which reads no variable."""
    try:
        pwd = importlib.import_module("pwd")
    except ImportError:  # Windows
        return getpass.getuser()
    try:
        return str(pwd.getpwuid(os.getuid()).pw_name)
    except KeyError:
        return "?"


def directories(root: Path) -> list[Path]:
    """Return the directories of the applications below ``root``, oldest first; or ``root`` if it is one itself."""
    if not root.is_dir():
        raise SpoolError(f"{root} is not a directory; give the spool directory (spark.openlineage.spool.dir)")
    found = [root] if _has_lock(root) else [d for d in root.iterdir() if _has_lock(d)]
    if not found and any(root.glob("*.json*")):
        raise SpoolError(
            f"{root} has files of events and is no spool; give the spool directory (spark.openlineage.spool.dir)"
        )
    return sorted(found, key=lambda d: (_changed(d), d.name))


def _has_lock(directory: Path) -> bool:
    """Return whether an application has made the directory; those of other users cannot be read."""
    try:
        return (directory / _LOCK).exists()
    except PermissionError:
        return False


def _changed(directory: Path) -> float:
    try:
        return directory.stat().st_mtime
    except FileNotFoundError:  # it has been delivered meanwhile
        return 0


def _is_own(directory: Path) -> bool:
    """Return whether the directory belongs to this user; its header is not to be trusted if it does not."""
    return not hasattr(os, "geteuid") or directory.stat().st_uid == os.geteuid()


@contextlib.contextmanager
def taken(directory: Path, *, of_others: bool = False) -> Iterator[Literal["", "gone", "theirs", "busy"]]:
    """Hold the lock of the directory; yield why it is not held, or an empty text.

    It is ``gone`` if another process has delivered it meanwhile, ``theirs`` if it belongs to another user, unless
    ``of_others``, and ``busy`` if the application or another process holds the lock.
    """
    why: Literal["", "gone", "theirs", "busy"] = "theirs"
    with contextlib.ExitStack() as stack:
        try:
            if of_others or _is_own(directory):
                why = "" if stack.enter_context(locked(directory)) else "busy"
        except FileNotFoundError:
            why = "gone"
        yield why


@contextlib.contextmanager
def locked(directory: Path) -> Iterator[bool]:
    """Hold the lock of the directory; yield False if the application or another process holds it."""
    with os.fdopen(os.open(directory / _LOCK, os.O_RDWR), "r+b") as file:
        yield try_lock(file.fileno())
