"""The data types of the oracle."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build" / "accuracy"

Source = tuple[str, str]  # table, column


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table of a suite; `calendar` names how it is computed from the table's date."""

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
    """One SQL text.

    `outputs` renames its columns if the text has unnamed or repeated ones. `expected` contains hand-written DIRECT
    dependencies if `reader` is not sqlglot.
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
        """The table that the CTAS of this query creates."""
        return f"out_{self.name}"

    @property
    def ctas(self) -> str:
        """The CTAS statement whose lineage is judged."""
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
    """The sources of one output column: those in `required` must be reported, those in `allowed` may be."""

    required: frozenset[Source]
    allowed: frozenset[Source]


@dataclass(frozen=True, slots=True)
class Lineage:
    """The lineage of one CTAS in the events."""

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
