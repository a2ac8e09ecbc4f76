"""Why an oracle and the events differ, by the text of the query: explained.tsv."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from tests.corpus import lists

LIST = Path(__file__).with_name("explained.tsv")
ORACLES = ("sqlglot", "experiment")
RESULT = "result"  # of a process without the agent: a statement may depend on the order of rows
KINDS = (RESULT, *ORACLES)
COLUMNS = ("oracle", "statements", "text", "why")


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
class Reason:
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


def read(text: str) -> list[Reason]:
    """All rows; one without a reason is an error."""
    reasons = [Reason(*row) for row in lists.rows(text, LIST.name, COLUMNS)]
    for reason in reasons:
        if reason.oracle not in KINDS:
            raise ValueError(f"{LIST.name}: {reason.oracle} is not one of {', '.join(KINDS)}")
    return reasons


def unexplained(found: Iterable[Difference], rows: Sequence[Reason]) -> list[Difference]:
    """The differences that no row explains."""
    return [each for each in found if not any(row.explains(each) for row in rows)]


def stale(
    found: Sequence[Difference], rows: Sequence[Reason], ran: Mapping[str, str]
) -> list[Reason]:
    """The rows that match statements that ran (their texts by identity), and explain nothing."""
    return [
        row
        for row in rows
        if not any(row.explains(each) for each in found)
        and any(row.matches(*each) for each in ran.items())
    ]
