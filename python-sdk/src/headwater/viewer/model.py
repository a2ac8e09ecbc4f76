"""What the viewer shows, as values: datasets with columns, jobs with runs, and the edges between columns."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["WHOLE_DATASET", "Column", "ColumnEdge", "Dataset", "Job", "Lineage", "Run", "Transformation"]

WHOLE_DATASET = -1
"""The target column of an edge that every column depends on: a filter, a join, a sort."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column; a nested one has its path as its name."""

    name: str
    type: str
    description: str


@dataclass(frozen=True, slots=True)
class Dataset:
    """A dataset under its main name, with the other names that it goes by."""

    namespace: str
    name: str
    label: str
    aliases: tuple[str, ...]
    columns: tuple[Column, ...]
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a job; times are milliseconds since 1970, and ``ended`` is ``None`` while it runs."""

    id: str
    status: str
    started: int
    ended: int | None
    error: str
    stack: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Job:
    """A job: what all its runs have in common, and the runs, the latest first.

    ``inputs`` and ``outputs`` are positions in :attr:`Lineage.datasets`; ``parent`` is a job's name or empty.
    """

    namespace: str
    name: str
    label: str
    kind: str
    sql: str
    parent: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    runs: tuple[Run, ...]
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Transformation:
    """How a value is made from another one."""

    type: str
    subtype: str
    masking: bool
    description: str


@dataclass(frozen=True, slots=True)
class ColumnEdge:
    """A column depends on a column; the numbers are positions in :class:`Lineage` and in the datasets' columns."""

    source: int
    source_column: int
    target: int
    target_column: int
    job: int
    transformations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lineage:
    """Everything that a page shows."""

    datasets: tuple[Dataset, ...]
    jobs: tuple[Job, ...]
    transformations: tuple[Transformation, ...]
    edges: tuple[ColumnEdge, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the form that the page reads; the many edges are plain arrays, in the order of their fields."""
        return {
            "datasets": [asdict(dataset) for dataset in self.datasets],
            "jobs": [asdict(job) for job in self.jobs],
            "transformations": [asdict(transformation) for transformation in self.transformations],
            "edges": [
                [e.source, e.source_column, e.target, e.target_column, e.job, e.transformations] for e in self.edges
            ],
        }
