"""Lists of what no random program has, with the reason: a line is a reason, a tab and names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path


def read(path: Path) -> dict[str, str]:
    """The reason of each name in the list; its first line is a header."""
    rows = (line.split("\t") for line in path.read_text().splitlines()[1:])
    return {name: reason for reason, names in rows for name in names.split()}


def table(
    title: str, there: str, known: Collection[str], left: Collection[str], why: Mapping[str, str]
) -> str:
    """How many of the known names are there, and the number of those that are left for each reason."""
    counts = Counter(why.get(name, "no reason") for name in left)
    rows = [(there, len(known) - len(left)), *sorted(counts.items())]
    text = "".join(f"| {name} | {count:,} |\n" for name, count in rows)
    return f"\n| {title} | {len(known):,} |\n|---|---|\n{text}"
