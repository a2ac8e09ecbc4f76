"""Columns of the corpus that are unknown, with the reason: unknown.tsv."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from pathlib import Path

from tests.corpus import lists

LIST = Path(__file__).with_name("unknown.tsv")


def identity(file: str, sql: str) -> str:
    """A name for a statement that stays the same when Spark adds statements to its file."""
    text = " ".join(sql.split())
    return f"{file}:{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def read(text: str) -> dict[str, str]:
    """The reason of each statement; a row without one is an error."""
    return {row[0]: row[2] for row in lists.rows(text, LIST.name, ("statement", "text", "reason"))}


def problems(listed: Collection[str], found: Iterable[str], ran: Collection[str]) -> list[str]:
    """Unknown columns that are not listed, and rows of statements that ran and have none."""
    unknown = set(found)
    new = sorted(unknown.difference(listed))
    stale = sorted(set(listed).intersection(ran) - unknown)
    return [
        *(f"{name} has unknown columns and is not in {LIST.name}" for name in new),
        *(f"{LIST.name}: {name} has no unknown column any more" for name in stale),
    ]
