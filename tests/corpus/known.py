"""Columns of the corpus that are unknown, with the reason: unknown.tsv."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from pathlib import Path

LIST = Path(__file__).with_name("unknown.tsv")


def identity(file: str, sql: str) -> str:
    """A name for a statement that stays the same when Spark adds statements to its file."""
    text = " ".join(sql.split())
    return f"{file}:{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def read(text: str) -> dict[str, str]:
    """The reason of each statement; a row without one is an error."""
    rows = [row.split("\t") for row in text.splitlines()[1:] if row]
    bad = [row for row in rows if len(row) != 3 or not all(row)]
    if bad:
        raise ValueError(f"{LIST.name}: a row has statement, text and reason, not {bad[0]}")
    return {row[0]: row[2] for row in rows}


def problems(listed: Collection[str], found: Iterable[str], ran: Collection[str]) -> list[str]:
    """Unknown columns that are not listed, and rows of statements that ran and have none."""
    unknown = set(found)
    new = [f"{name} has unknown columns and is not in {LIST.name}" for name in unknown]
    new = [text for name, text in zip(unknown, new, strict=True) if name not in listed]
    stale = [n for n in listed if n in ran and n not in unknown]
    return sorted(new) + [f"{LIST.name}: {n} has no unknown column any more" for n in sorted(stale)]
