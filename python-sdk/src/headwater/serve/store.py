"""The events on disk: one DuckDB table with the text of each event, and the columns that queries filter by."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timezone
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

import duckdb

from headwater._reading.database import open_database
from headwater._text import first_line
from headwater.errors import EventError, UsageError
from headwater.model import Write, last_writes
from headwater.serve._columns import columns_of, micros
from headwater.serve._queries import (
    COUNTS,
    DELETE,
    FORMAT,
    INSERT,
    KEYS,
    OLD,
    RECENT,
    SCHEMA,
    SELECT,
    TEXTS,
    WRITES,
)
from headwater.serve.window import MAX_RUNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from headwater.events import Event

__all__ = ["EventFilter", "EventStore", "NewEvent", "OldEvents"]

_NUMBERS_AT_ONCE = 100_000
_TEXTS_AT_ONCE = 50
_MEMORY = "512MB"
_MAX_KEYS = 100_000
_DELETED_AT_ONCE = 50_000
"""The number of events that are deleted while senders wait; a run is deleted whole."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event, the JSON text that is stored, and a key that no other event has, or an empty text."""

    event: Event
    text: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which events to select; an empty text selects all. Times are in microseconds since 1970."""

    job: str = ""
    run: str = ""
    type: str = ""
    since: int | None = None
    until: int | None = None


@dataclass(slots=True)
class OldEvents:
    """The numbers of old events, in portions of whole runs, and the number of the last event that was looked at."""

    last: int
    portions: list[array[int]] = field(default_factory=list)
    _run: str | None = None

    def add(self, rows: Iterable[tuple[int, str | None]]) -> None:
        """Add events by number and run, in the order of the runs; an event without a run is alone."""
        for seq, run in rows:
            is_same_run = run is not None and run == self._run
            if not self.portions or (len(self.portions[-1]) >= _DELETED_AT_ONCE and not is_same_run):
                self.portions.append(array("q"))
            self.portions[-1].append(seq)
            self._run = run


class EventStore:
    """The database of one server; at most one process has it open."""

    def __init__(self, path: Path) -> None:
        """Open or create the database.

        Raises :class:`~headwater.UsageError` if the file is not such a database, or another process has it open.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = open_database(path, read_only=False)
            _require_file(self._connection)
            _prepare(self._connection)
            row = self._connection.execute("SELECT max(seq) FROM events").fetchone()
            self._last: int = (row and row[0]) or 0
            keys = self._connection.execute(KEYS, [self._last - _MAX_KEYS]).fetchall()
        except EventError as error:
            raise UsageError(f"--db {path}: {error}") from None
        except duckdb.Error as error:
            raise UsageError(f"--db {path}: {first_line(error)}") from None
        self._keys: OrderedDict[str, None] = OrderedDict((key, None) for (key,) in keys)

    def write(self, records: Sequence[NewEvent]) -> list[NewEvent]:
        """Store events in one transaction, and return them; they survive the end of the process when this returns.

        An event whose key is that of one of the latest events is not stored again: its sender did not get the answer.
        Raises :class:`duckdb.Error` if they cannot be stored, for example on a full disk. One thread may call this.
        """
        by_key = {record.key or at: record for at, record in enumerate(records) if record.key not in self._keys}
        new = list(by_key.values())
        if new:
            self._insert(new)
            self._keys.update(dict.fromkeys(record.key for record in new if record.key))
        while len(self._keys) > _MAX_KEYS:
            self._keys.popitem(last=False)
        return new

    def _insert(self, records: list[NewEvent]) -> None:
        now = micros(datetime.now(timezone.utc))
        rows = [
            (self._last + at, now, *columns_of(each.event), each.key, each.text) for at, each in enumerate(records, 1)
        ]
        self._connection.execute(INSERT, [list(column) for column in zip(*rows, strict=True)])
        self._last += len(rows)

    def count(self) -> dict[str, int]:
        """Return the numbers of stored ``events``, ``runs`` and ``failed_runs``."""
        with self._connection.cursor() as cursor:
            row = cursor.execute(COUNTS).fetchone() or (0, 0, 0)
            return dict(zip(("events", "runs", "failed_runs"), map(int, row), strict=True))

    def old(self, received: int) -> OldEvents:
        """Return the events of the runs whose last event came before a time, and older RUNNING events of other runs.

        The latest run of each job that has ended, the latest one that has not, the runs that the lineage of a dataset
        comes from, the latest event of a job without runs and all events of datasets are not among them; nor are, of
        a run that stays, the RUNNING events without outputs or of a batch, and the first and last that say the same.
        """
        found = OldEvents(self._last)
        with self._connection.cursor() as cursor:
            given = {"runs": 1, "before": received, "writers": _writers(cursor, MAX_RUNS)}
            cursor.execute(OLD, given)
            while rows := cursor.fetchmany(_DELETED_AT_ONCE):
                found.add(rows)
        return found

    def delete(self, numbers: Sequence[int], last: int) -> tuple[int, int]:
        """Delete a portion of `old` events; return the numbers of events and of runs.

        Runs with an event after the ``last`` one that `old` knew stay. One thread may call this and `write`.
        """
        given = {"numbers": list(numbers), "last": last}
        deleted = self._connection.execute(DELETE, given).fetchall()
        return len(deleted), len({run for kind, run in deleted if kind == "run"})

    def recent(self, runs: int) -> Iterator[str]:
        """Return the texts of the events that lineage may depend on, of those that are stored now.

        These are the events of the latest ``runs`` runs of each job that have ended, of as many that have not, and of
        the runs that the lineage of each of its datasets comes from, at most as many, and the events without a run; in
        the order of arrival. Of the RUNNING events of a run that say the same of its outputs, they are the first and
        the last. They are read by the thread that takes them.
        """
        return self._recent(runs, self._last)

    def _recent(self, runs: int, last: int) -> Iterator[str]:
        with self._connection.cursor() as cursor:
            given = {"runs": runs, "last": last, "writers": _writers(cursor, runs)}
            numbers = [seq for (seq,) in cursor.execute(RECENT, given).fetchall()]
            yield from _texts(cursor, numbers)

    def select(self, chosen: EventFilter, limit: int | None) -> Iterator[str]:
        """Yield the texts of the events, up to a limit, in the order of arrival; few at a time are in memory."""
        values = {"job": chosen.job, "run": chosen.run, "type": chosen.type}
        times = {"since": chosen.since, "until": chosen.until}
        after, left = 0, limit
        with self._connection.cursor() as cursor:
            while left is None or left > 0:
                size = _NUMBERS_AT_ONCE if left is None else min(left, _NUMBERS_AT_ONCE)
                found = cursor.execute(SELECT, {**values, **times, "after": after, "limit": size}).fetchall()
                if not found:
                    return
                yield from _texts(cursor, [seq for (seq,) in found])
                after = found[-1][0]
                left = None if left is None else left - len(found)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()


def _writers(cursor: duckdb.DuckDBPyConnection, limit: int) -> list[str]:
    """Return the runs that the lineage of the datasets comes from, at most ``limit`` of each job and dataset."""
    rows = cursor.execute(WRITES, {"limit": limit}).fetchall()
    found: set[str] = set()
    for _, of_dataset in groupby(rows, key=itemgetter(0, 1, 2)):
        found |= {write.run for write in last_writes((Write(*row[3:]) for row in of_dataset), limit)}
    return sorted(found)


def _texts(cursor: duckdb.DuckDBPyConnection, numbers: list[int]) -> Iterator[str]:
    for start in range(0, len(numbers), _TEXTS_AT_ONCE):
        part = numbers[start : start + _TEXTS_AT_ONCE]
        for (text,) in cursor.execute(TEXTS, [part[0], part[-1], part]).fetchall():
            yield text


def _require_file(connection: duckdb.DuckDBPyConnection) -> None:
    """Raise :class:`~headwater.EventError` if DuckDB would keep the events in memory only.

    It does so for ``:memory:``, and for a file that holds data of another format, such as JSON.
    """
    found = connection.execute("SELECT path FROM duckdb_databases() WHERE database_name = current_database()")
    if found.fetchall() == [(None,)]:
        connection.close()
        raise EventError(
            "it is not a DuckDB database, so no event would be kept; name a new file, such as lineage.duckdb"
        )


def _prepare(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the tables of a new database; raise `EventError` if it is another one or one of another version."""
    connection.execute(f"SET memory_limit = '{_MEMORY}'")
    tables = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    if not tables:
        connection.execute(SCHEMA)
    elif "headwater_serve" not in tables:
        raise EventError("it is a DuckDB database, but not one of `headwater serve`; give a new file")
    row = connection.execute("SELECT max(format) FROM headwater_serve").fetchone()
    if row is None or row[0] != FORMAT:
        fix = "use a newer headwater" if row and row[0] > FORMAT else "give a new file; `headwater view` reads this one"
        raise EventError(f"its format is {row and row[0]}, and this version reads {FORMAT}; {fix}")
