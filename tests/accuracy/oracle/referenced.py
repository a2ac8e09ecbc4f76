"""The columns of its tables that a query may read: those that it mentions, or all if it has a star."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

if TYPE_CHECKING:
    from .model import Query, Table


def columns(query: Query, tables: dict[str, Table]) -> dict[str, frozenset[str]]:
    """The columns to change, for each table of the query."""
    mentioned = _mentioned(query.sql)
    return {
        name: frozenset(c.name for c in tables[name].columns if mentioned is None or c.name in mentioned)
        for name in sorted(query.tables)
    }


def _mentioned(sql: str) -> set[str] | None:
    """The identifiers in a text; None if it has a star or cannot be parsed."""
    try:
        tree = parse_one(sql, dialect="spark")
    except SqlglotError:
        return None
    stars = [s for s in tree.find_all(exp.Star) if not isinstance(s.parent, exp.Count)]
    if stars or any(j.args.get("method") == "NATURAL" for j in tree.find_all(exp.Join)):
        return None
    return {i.name.lower() for i in tree.find_all(exp.Identifier)}
