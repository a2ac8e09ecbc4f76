"""The values that the oracle passes around."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build" / "accuracy"

Source = tuple[str, str]  # table, column


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table of a suite; `calendar` names how it follows from the table's date."""

    name: str
    type: str
    unique: bool = False
    calendar: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a suite."""

    name: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """One SQL text; `outputs` renames its columns where the text leaves names out or repeats them.

    `expected` holds hand-written DIRECT dependencies where `reader` says that sqlglot is not asked.
    """

    name: str
    sql: str
    tables: frozenset[str]
    outputs: tuple[str, ...] | None = None
    reader: str = "sqlglot"
    expected: dict[str, frozenset[Source]] = field(default_factory=dict)
    spark: str = "3.5"

    @property
    def created(self) -> str:
        """The table that the CTAS of this query makes."""
        return f"out_{self.name}"

    @property
    def ctas(self) -> str:
        """The statement whose lineage is judged."""
        body = self.sql
        if self.outputs is not None:
            body = f"SELECT * FROM (\n{body}\n) AS renamed({', '.join(self.outputs)})"
        return f"CREATE TABLE {self.created} USING parquet AS\n{body}"


@dataclass(frozen=True, slots=True)
class Suite:
    """A named set of queries over one set of tables."""

    name: str
    tables: dict[str, Table]
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Direct:
    """What one output column takes its values from: `required` must be reported, `allowed` may be."""

    required: frozenset[Source]
    allowed: frozenset[Source]


@dataclass(frozen=True, slots=True)
class Lineage:
    """What the events say of one CTAS."""

    outputs: tuple[str, ...]
    inputs: frozenset[str]
    direct: dict[str, frozenset[Source]]
    every: dict[str, frozenset[Source]]
    has_facet: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A witness: with this data, changing `source` the `alternate`-th way changed output `output`."""

    output: int
    source: Source
    seed: int
    alternate: int
