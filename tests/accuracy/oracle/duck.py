"""Runs experiments in DuckDB: fast, single-threaded, in memory."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING

import duckdb
from sqlglot import exp, transpile
from typing_extensions import Self

from .data import Wide, version
from .in_spark import canonical

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from .model import Table

SECONDS = 5.0


class Duck:
    """A DuckDB database for one workload."""

    def __init__(self) -> None:
        self._db = duckdb.connect(
            ":memory:", config={"threads": 1, "memory_limit": "1GB", "autoload_known_extensions": False}
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def load(self, wide: Wide) -> None:
        """Create the wide table, and the view over it that queries read."""
        types = {c.name: _type(c.type) for c in wide.table.columns}
        names = list(wide.cells)
        rows = ", ".join(f"({', '.join(cells)})" for cells in zip(*wide.cells.values(), strict=True))
        casts = ", ".join(f"CAST({n} AS {types[n.partition('__')[0]]}) AS {n}" for n in names)
        self._db.execute(
            f"CREATE TABLE wide_{wide.table.name} AS SELECT {casts} FROM (VALUES {rows}) v({', '.join(names)})"
        )
        self.choose(wide.table)

    def choose(self, table: Table, column: str | None = None, alternate: int = 0) -> None:
        """Point a table's view to its base columns, or to one alternate of one column."""
        self._db.execute(f"CREATE OR REPLACE VIEW {table.name} AS {selection(table, column, alternate)}")

    def export(self, table: Table, path: Path, *, wide: bool = False) -> None:
        """Write a table to parquet."""
        path.parent.mkdir(parents=True, exist_ok=True)
        name = f"wide_{table.name}" if wide else table.name
        self._db.execute(f"COPY (SELECT * FROM {name}) TO '{path}' (FORMAT parquet)")

    def _interrupt(self) -> None:
        with contextlib.suppress(duckdb.ConnectionException):  # closed in the meantime
            self._db.interrupt()

    def columns(self, sql: str) -> list[list[str]]:
        """The multiset of values of each output column; raises duckdb.Error if the query cannot run."""
        timer = threading.Timer(SECONDS, self._interrupt)
        try:
            timer.start()
            cursor = self._db.execute(sql)
            rows = cursor.fetchall()
        finally:
            timer.cancel()
        return canonical.columns(rows, len(cursor.description or ()))


def selection(table: Table, column: str | None, alternate: int, source: str | None = None) -> str:
    """The SELECT that derives a table from its wide form, in SQL for both engines."""
    names = [f"{version(c.name, alternate)} AS {c.name}" if c.name == column else c.name for c in table.columns]
    return f"SELECT {', '.join(names)} FROM {source or f'wide_{table.name}'}"


def to_duckdb(sql: str) -> str:
    """The query in DuckDB's dialect."""
    return transpile(sql, read="spark", write="duckdb")[0]


def _type(kind: str) -> str:
    return exp.DataType.build(kind, dialect="spark").sql("duckdb")
