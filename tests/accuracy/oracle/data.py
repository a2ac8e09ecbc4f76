"""Tiny random tables for one query: keys overlap, predicates match their constants, every column has alternates.

A *wide* table holds each column and `ALTERNATES` other versions of it: all rows redrawn, a third of the rows redrawn,
the same values in another order. One run of an experiment selects one version of one column.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from . import calendar, draw
from .pools import Pools

if TYPE_CHECKING:
    import datetime as dt

    from .model import Column, Table

ALTERNATES = 3


@dataclass(frozen=True, slots=True)
class Profile:
    """The sizes of the tables in an experiment, and the range of the keys."""

    seed: int
    facts: int
    dimensions: int
    keys: int
    nulls: float


SHAPES = ((60, 12, 8, 0.05), (150, 16, 12, 0.02), (40, 6, 3, 0.05), (120, 5, 2, 0.0), (200, 8, 3, 0.0))
SMALL_SHAPES = ((12, 8, 5, 0.1), (20, 6, 4, 0.05), (30, 5, 3, 0.0))


def profiles(shapes: tuple[tuple[int, int, int, float], ...], rounds: int) -> list[Profile]:
    """Each shape with `rounds` seeds."""
    spread = [shape for _ in range(rounds) for shape in shapes]
    return [Profile(seed, *shape) for seed, shape in enumerate(spread, 1)]


@dataclass(frozen=True, slots=True)
class Wide:
    """A table with its alternates, as literals: `cells[name]` contains the rows of one version of one column."""

    table: Table
    rows: int
    cells: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Workload:
    """The data of one query under one profile."""

    profile: Profile
    tables: dict[str, Table]
    pools: Pools = field(default_factory=Pools)

    def wide(self, name: str, wanted: frozenset[str] = frozenset()) -> Wide:
        """A table's rows with alternates of the `wanted` columns; deterministic for a profile and a query."""
        table = self.tables[name]
        rng = Random(f"{self.profile.seed}/{name}")
        days = self._days(table)
        rows = self._rows(table, days)
        chosen = rng.sample(days, rows) if days else []
        cells: dict[str, list[str]] = {}
        for column in table.columns:
            base = self._column(rng, column, rows, chosen)
            cells[column.name] = base
            for at in range(ALTERNATES if column.name in wanted else 0):
                own = Random(f"{self.profile.seed}/{name}/{column.name}/{at}")
                cells[version(column.name, at)] = self._alternate(own, column, base, at)
        return Wide(table, rows, cells)

    def _rows(self, table: Table, days: list[dt.date]) -> int:
        if days:
            return min(len(days), max(10, 2 * self.profile.dimensions))
        unique = any(c.unique for c in table.columns)
        return self.profile.dimensions if unique else self.profile.facts

    def _days(self, table: Table) -> list[dt.date]:
        wanted: dict[str, list[object]] = {}
        for column in table.columns:
            if column.calendar:
                wanted.setdefault(column.calendar, []).extend(self.pools.of(column.name))
        return calendar.dates(wanted) if wanted else []

    def _column(self, rng: Random, column: Column, rows: int, days: list[dt.date]) -> list[str]:
        if column.unique:
            return [str(n + 1) for n in range(rows)]
        if column.calendar:
            follows = calendar.DERIVED_COLUMNS[column.calendar]
            return [draw.literal(follows(d)) for d in days]
        return [self._cell(rng, column) for _ in range(rows)]

    def _cell(self, rng: Random, column: Column) -> str:
        if rng.random() < self.profile.nulls:
            return draw.NULL
        return draw.value(rng, column.type, self.pools.of(column.name), self._spread(column))

    def _spread(self, column: Column) -> int:
        root = self.pools.root(column.name)
        for table in self.tables.values():
            for other in table.columns:
                if other.unique and self.pools.root(other.name) == root and other.name != column.name:
                    return self._rows(table, self._days(table))
        return self.profile.keys

    def _alternate(self, rng: Random, column: Column, base: list[str], at: int) -> list[str]:
        if at == 2:
            return base[1:] + base[:1]
        share = 1.0 if at == 0 else 0.34
        fresh = [self._cell(rng, column) if rng.random() < share else cell for cell in base]
        if column.unique:  # some keys have no match now, none occurs twice
            return [str(int(c) + 1000) if rng.random() < share / 2 else c for c in base]
        return fresh


def version(column: str, alternate: int) -> str:
    """The column name of an alternate in a wide table."""
    return f"{column}__{alternate}"


def fingerprint(*parts: str) -> str:
    """A short hash that names cached evidence."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]
