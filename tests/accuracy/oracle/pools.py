"""Finds the constants with which a query compares each column; data drawn from them matches the predicates."""

from __future__ import annotations

import datetime as dt
import decimal
from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import duckdb
from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.In, exp.Like)


@dataclass(slots=True)
class Pools:
    """By column name: the constants it is compared with, and the class of columns it is equated with."""

    values: dict[str, list[object]] = field(default_factory=lambda: defaultdict(list))
    parent: dict[str, str] = field(default_factory=dict)

    def root(self, column: str) -> str:
        """The representative of a column's class."""
        while column in self.parent:
            column = self.parent[column]
        return column

    def join(self, left: str, right: str) -> None:
        """Merge the classes of two columns."""
        a, b = self.root(left), self.root(right)
        if a != b:
            self.parent[a] = b

    def of(self, column: str) -> list[object]:
        """The constants of the column's whole class."""
        root = self.root(column)
        found = [v for name in sorted(self.values) if self.root(name) == root for v in self.values[name]]
        return list(dict.fromkeys(found))


def harvest(sql: str) -> Pools:
    """The pools of a query; empty if sqlglot cannot parse it."""
    pools = Pools()
    try:
        tree = parse_one(sql, dialect="spark")
    except SqlglotError:
        return pools
    names = dict(_aliases(tree))
    for node in tree.find_all(*COMPARISONS):
        sides = list(_sides(node))
        columns = [names.get(c.name.lower(), c.name.lower()) for s in sides for c in _columns(s)]
        if len(columns) == 2 and all(isinstance(s, exp.Column) for s in sides):
            pools.join(columns[0], columns[1])
        for value in (v for side in sides if not _columns(side) for v in _constants(node, side)):
            for column in columns:
                pools.values[column].append(value)
    return pools


def _aliases(tree: exp.Expr) -> Iterator[tuple[str, str]]:
    for alias in tree.find_all(exp.Alias):
        columns = _columns(alias.this)
        if len(columns) == 1:
            yield alias.alias.lower(), columns[0].name.lower()


def _sides(node: exp.Expr) -> Iterator[exp.Expr]:
    for value in (node.this, node.args.get("expression"), node.args.get("low"), node.args.get("high")):
        if isinstance(value, exp.Expr):
            yield value
    yield from node.args.get("expressions") or ()


def _columns(node: exp.Expr) -> list[exp.Column]:
    return [] if node.find(exp.Query) else list(node.find_all(exp.Column))


def _constants(node: exp.Expr, side: exp.Expr) -> Iterable[object]:
    if side.find(exp.Query) or side.find(exp.AggFunc):
        return ()
    value = _evaluate(side.sql(dialect="duckdb"))
    if isinstance(value, str) and isinstance(node, exp.Like):
        return _matching(value)
    return () if value is None else _around(node, value)


@lru_cache(maxsize=4096)
def _evaluate(sql: str) -> object:
    try:
        row = duckdb.execute(f"SELECT {sql}").fetchone()
    except duckdb.Error:
        return None
    value = row[0] if row else None
    return value.date() if isinstance(value, dt.datetime) else value


def _matching(pattern: str) -> list[object]:
    return [pattern.replace("%", fill).replace("_", "a") for fill in ("", "zz")]


def _around(node: exp.Expr, value: object) -> list[object]:
    match value:
        case bool() | str():
            return [value]
        case dt.date():
            return [value, value + dt.timedelta(days=3), value - dt.timedelta(days=2)]
        case int():
            return [value] if isinstance(node, (exp.EQ, exp.In)) else [value, value + 1, value - 1]
        case decimal.Decimal():
            return [value, value + value / 50, value - value / 50]
        case float():
            return [value, value * 1.02, value * 0.98]
    return []
