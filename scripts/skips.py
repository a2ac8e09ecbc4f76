"""Tests that may be skipped: scripts/expected-skips.tsv lists them with their reasons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path

LIST = Path(__file__).with_name("expected-skips.tsv")
SKIPPED = re.compile(r"^SKIPPED \[(\d+)\] (\S+?)(?::\d+)?: (.*)$")
Skip = tuple[str, str]


def expected(text: str) -> set[Skip]:
    """The file and the reason of each test that may be skipped."""
    rows = (row.split("\t") for row in text.splitlines() if row and not row.startswith("#"))
    return {(file, reason) for file, reason, _ in rows}


def allowed(lines: Iterable[str], known: Collection[Skip]) -> int:
    """The number of skipped tests in pytest's summary that may be skipped."""
    found = (SKIPPED.match(line) for line in lines)
    return sum(int(m.group(1)) for m in found if m and (m.group(2), m.group(3)) in known)
