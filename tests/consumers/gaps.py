"""The two tables: what consumers have no place for, and what the agent does not tell yet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent


def rows(table: str) -> list[list[str]]:
    lines = (HERE / table).read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def gaps(consumer: str) -> set[str]:
    """The kinds of facts for which the consumer has no place."""
    return {kind for name, kind, reason in rows("gaps.tsv") if name == consumer and reason}


@dataclass(frozen=True)
class KnownFailure:
    """A failure that is known: a pattern for the line that tells it."""

    pattern: str
    reason: str

    def explains(self, line: str) -> bool:
        return re.search(self.pattern, line) is not None


def known_failures(consumer: str) -> list[KnownFailure]:
    return [
        KnownFailure(pattern, reason)
        for name, pattern, reason in rows("open.tsv")
        if name == consumer
    ]


def unexplained(consumer: str, lines: Iterable[str]) -> list[str]:
    known = known_failures(consumer)
    return [line for line in lines if not any(row.explains(line) for row in known)]
