"""Reads the events in the database of ``headwater serve``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from headwater._reading.text import JsonError, parse_json
from headwater._reading.values import Value
from headwater._text import first_line
from headwater.errors import EventError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb

__all__ = ["START_LENGTH", "is_database", "is_database_start", "open_database", "read_database"]

_MARK, _MARK_START = b"DUCK", 8
START_LENGTH = _MARK_START + len(_MARK)
"""The number of bytes that tell whether a file is a DuckDB database."""
_CLOSED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
"""A view in a database of somebody else reads no other file and no URL."""
_ROWS_AT_ONCE = 100
_FIRST_NUMBER = -(1 << 63)
_FROM = "SELECT min(seq::BIGINT) FROM events WHERE seq >= ?::HUGEINT"
_NEXT = "SELECT seq::BIGINT, event::VARCHAR FROM events WHERE seq BETWEEN ?::HUGEINT AND ?::HUGEINT ORDER BY seq"


def is_database(path: Path) -> bool:
    """Return whether a path is a DuckDB database; a pipe is not, and is not read."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return is_database_start(file.read(START_LENGTH))


def is_database_start(start: bytes) -> bool:
    """Return whether a file with these first bytes is a DuckDB database."""
    return start[_MARK_START:].startswith(_MARK)


def open_database(path: Path, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Open a database, which one process can do at a time, or many that only read.

    Raises :class:`~headwater.EventError` if it cannot be opened, and :class:`~headwater.UsageError` if another process
    has it open, so that no reader takes it for a file without events.
    """
    try:
        import duckdb  # noqa: PLC0415 - an extra
    except ImportError:
        raise EventError("it is a DuckDB database, which needs: pip install 'headwater[serve]'") from None
    try:
        return duckdb.connect(str(path), read_only=read_only, config=_CLOSED)
    except duckdb.Error as error:
        why = first_line(error)
        if "Could not set lock" not in why:
            raise EventError(f"it cannot be opened as a DuckDB database: {why}") from None
    raise UsageError(
        f"{path}: another process has this database open; while `headwater serve` runs, read its events from its "
        "address: `curl -s http://127.0.0.1:8765/api/v1/events | headwater COMMAND -`, with the host and port of serve"
    )


def read_database(path: Path) -> Iterator[Value]:
    """Yield the events in the order in which they arrived; the line of a value is the number of the event.

    Raises :class:`~headwater.EventError` if it is another database, or cannot be read.
    """
    with open_database(path, read_only=True) as connection:
        import duckdb  # noqa: PLC0415 - an extra, which is there now

        try:
            yield from (_value(*row) for row in _rows(connection))
        except duckdb.Error as error:
            raise EventError(f"its events cannot be read: {first_line(error)}") from None


def _rows(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[int, str | None]]:
    tables = connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()
    if ("events",) not in tables:
        raise EventError("it is a DuckDB database, but not one of `headwater serve`: it has no table `events`")
    (start,) = connection.execute(_FROM, [_FIRST_NUMBER]).fetchall()[0]
    while start is not None:
        rows = connection.execute(_NEXT, [start, start + _ROWS_AT_ONCE - 1]).fetchall()
        yield from rows
        start += _ROWS_AT_ONCE
        if not rows:  # numbers are missing, perhaps very many
            (start,) = connection.execute(_FROM, [start]).fetchall()[0]


def _value(number: int, text: str | None) -> Value:
    try:
        return Value(number, parse_json((text or "").encode("utf-8", "replace")))
    except JsonError as error:
        return Value(number, error=str(error))
