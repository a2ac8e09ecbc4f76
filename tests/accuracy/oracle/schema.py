"""Reads the table definitions below schemas/: `table: column type, *unique type, column type =calendar`."""

from __future__ import annotations

import re
from pathlib import Path

from .model import Column, Table

SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"


def read(suite: str) -> dict[str, Table]:
    """The tables of a suite, by name."""
    lines = (SCHEMAS / f"{suite}.txt").read_text().splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    tables = [_table(part) for part in re.split(r"\n(?=\w)", text) if part.strip()]
    return {table.name: table for table in tables}


def _table(text: str) -> Table:
    name, _, columns = text.partition(":")
    return Table(name.strip(), tuple(_column(c) for c in split_top(columns)))


def _column(text: str) -> Column:
    name, _, rest = text.strip().partition(" ")
    kind, _, calendar = rest.partition("=")
    return Column(name.lstrip("*"), kind.strip(), name.startswith("*"), calendar.strip() or None)


def split_top(text: str) -> list[str]:
    """Split at the commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "<(") - (char in ">)")
        if char == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]
