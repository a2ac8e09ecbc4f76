"""The tables of expressions: each has a shape, the first Spark line that has it, and SQL with places for arguments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Template:
    """One line of a table. A place `{int}` takes an expression of that shape."""

    shape: str
    since: str
    text: str

    @property
    def has_lambda(self) -> bool:
        """A lambda's body may hold no subquery, so its arguments are kept small."""
        return "->" in self.text

    @property
    def has_subquery(self) -> bool:
        return "SELECT" in self.text


def version(line: str) -> tuple[int, ...]:
    return tuple(map(int, line.split(".")))


@cache
def read(table: str, line: str) -> tuple[Template, ...]:
    """The templates of `expressions`, `aggregates`, `windows` or another table that a Spark line has."""
    rows = (HERE / f"{table}.tsv").read_text().splitlines()[1:]
    found = [Template(*row.split("\t")) for row in rows if row]
    return tuple(t for t in found if version(t.since) <= version(line))
