"""The folders of one test session; all paths of the jobs are below them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Paths:
    """The paths of a job: the fixture data, and its own folder."""

    data: Path
    own: Path

    @property
    def out(self) -> str:
        """The folder for the job's output."""
        return str(self.own / "out")

    @property
    def events(self) -> Path:
        return self.own / "events.jsonl"

    def table(self, name: str) -> str:
        """The parquet files of a fixture table."""
        return str(self.data / name)
