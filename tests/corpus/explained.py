"""Why an oracle and the events differ, by the text of the query: explained.tsv."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

LIST = Path(__file__).with_name("explained.tsv")
ORACLES = ("sqlglot", "experiment")


@dataclass(frozen=True)
class Difference:
    """An oracle differs from the event of a statement."""

    oracle: str
    statement: str
    sql: str
    details: str

    def __str__(self) -> str:
        return f"{self.statement}: {self.details}: {' '.join(self.sql.split())}"


@dataclass(frozen=True)
class Row:
    """A reason for statements whose identity matches a pattern and whose text contains a regular expression."""

    oracle: str
    statements: str
    text: str
    why: str

    def explains(self, found: Difference) -> bool:
        return self.oracle == found.oracle and self.matches(found.statement, found.sql)

    def matches(self, statement: str, sql: str) -> bool:
        text = re.compile(self.text, re.IGNORECASE | re.DOTALL)
        return fnmatch(statement, self.statements) and bool(text.search(sql))


def read(text: str) -> list[Row]:
    """All rows; one without a reason is an error."""
    rows = [row.split("\t") for row in text.splitlines()[1:] if row]
    for row in rows:
        if len(row) != 4 or not all(row) or row[0] not in ORACLES:
            raise ValueError(f"{LIST.name}: a row has oracle, statements, text and why, not {row}")
    return [Row(*row) for row in rows]


def unexplained(found: Iterable[Difference], rows: Sequence[Row]) -> list[Difference]:
    """The differences that no row explains."""
    return [each for each in found if not any(row.explains(each) for row in rows)]


def stale(found: Sequence[Difference], rows: Sequence[Row], ran: Mapping[str, str]) -> list[Row]:
    """The rows that match statements that ran (their texts by identity), and explain nothing."""
    return [
        row
        for row in rows
        if not any(row.explains(each) for each in found)
        and any(row.matches(*each) for each in ran.items())
    ]
