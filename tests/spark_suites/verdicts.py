"""What the experiments say of the queries of a suite."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

COUNTS = ("columns", "unknown", "order", "experiments", "failed")


@dataclass
class Verdicts:
    """The sums over queries, and the misses: the miss itself, and the plan of its query."""

    queries: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    misses: list[tuple[str, str]] = field(default_factory=list)

    def add(self, file: Path) -> None:
        """Add the lines of a file of ClaimsListener."""
        for row in file.read_text().splitlines():
            kind, *fields = row.split("\t")
            if kind == "miss":
                self.misses.append((fields[0], fields[1].replace("\\n", "\n")))
            elif kind == "left out":
                self.left_out[fields[0]] += 1
            else:
                self.queries += 1
                self.counts.update(dict(zip(COUNTS, map(int, fields), strict=True)))
