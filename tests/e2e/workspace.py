"""The folders of one run of the suite: every path that a job reads or writes is below one of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Paths:
    """What a job is told: the fixture data, and a folder of its own."""

    data: Path
    own: Path

    @property
    def out(self) -> str:
        """Where a job writes files."""
        return str(self.own / "out")

    @property
    def events(self) -> Path:
        return self.own / "events.jsonl"

    def table(self, name: str) -> str:
        """The parquet files of a fixture table."""
        return str(self.data / name)
