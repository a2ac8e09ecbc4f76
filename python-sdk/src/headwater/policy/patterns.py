"""Patterns for tables and columns, as in a shell: ``mart.*``, ``crm.customers.email``, ``s3://bucket/*``."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from headwater.analysis import ROWS
from headwater.analysis.name_index import names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from headwater.analysis import LineageGraph, Node
    from headwater.model import Dataset, Tag

__all__ = ["ColumnPatterns", "TablePatterns"]


@dataclass(frozen=True, slots=True)
class TablePatterns:
    """Datasets by their names and namespaces; empty patterns match all."""

    tables: tuple[str, ...] = ()
    namespaces: tuple[str, ...] = ()
    excluded_tables: tuple[str, ...] = ()
    excluded_namespaces: tuple[str, ...] = ()

    def has(self, dataset: Dataset) -> bool:
        """Return whether a dataset is one of these."""
        if self.tables and not _matches(names_of(dataset), self.tables):
            return False
        if self.namespaces and not _matches((dataset.namespace,), self.namespaces):
            return False
        excluded = _matches(names_of(dataset), self.excluded_tables)
        return not excluded and not _matches((dataset.namespace,), self.excluded_namespaces)

    def are_in(self, graph: LineageGraph) -> bool:
        """Return whether the lineage has one of these datasets."""
        return any(map(self.has, graph.lineage.datasets))


@dataclass(frozen=True, slots=True)
class ColumnPatterns:
    """Columns by their names, ``TABLE.COLUMN``, or by a tag of theirs or of their table, each with its parts."""

    columns: tuple[str, ...] = ()
    tag: str = ""

    def has(self, graph: LineageGraph, node: Node) -> bool:
        """Return whether a column is one of these."""
        dataset = graph.lineage.datasets[node[0]]
        if self.columns:
            columns = [dataset.columns[position].name for _, position in (node, *graph.wholes(node))]
            names = tuple(f"{name}.{column}" for name in names_of(dataset) for column in columns)
            if _matches(names, self.columns):
                return True
        return self._is_one((*graph.tags((node[0], ROWS)), *graph.tags(node)) if self.tag else ())

    def of(self, graph: LineageGraph) -> Iterator[Node]:
        """Yield these columns; a column stands for its parts."""
        for number in range(len(graph.lineage.datasets)):
            yield from self._of_dataset(graph, number)

    def tables_of(self, graph: LineageGraph) -> Iterator[Node]:
        """Yield the rows of the tables that may have such a column, as no schema names their columns."""
        for number, dataset in enumerate(graph.lineage.datasets):
            if dataset.in_schema or not self._may_be_in(dataset):
                continue
            if not any(True for _ in self._of_dataset(graph, number)):
                yield number, ROWS

    def _of_dataset(self, graph: LineageGraph, number: int) -> Iterator[Node]:
        for node in ((number, position) for position in range(len(graph.lineage.datasets[number].columns))):
            if self.has(graph, node) and not any(self.has(graph, whole) for whole in graph.wholes(node)):
                yield node

    def _may_be_in(self, dataset: Dataset) -> bool:
        tables = tuple(table for pattern in self.columns for table in _tables_in(pattern))
        return _matches(names_of(dataset), tables) or self._is_one(dataset.tags if self.tag else ())

    def _is_one(self, tags: Iterable[Tag]) -> bool:
        return any(self.tag in {tag.key, f"{tag.key}={tag.value}"} for tag in tags)

    def are_in(self, graph: LineageGraph) -> bool:
        """Return whether the lineage has one of these columns."""
        return any(True for _ in self.of(graph))


def _tables_in(pattern: str) -> Iterator[str]:
    """Yield the patterns of the tables that may have a column of a pattern; ``*.email`` names no table.

    >>> list(_tables_in("crm.customers.email")), list(_tables_in("*.email")), list(_tables_in("crm*"))
    (['crm', 'crm.customers'], [], ['crm*'])
    >>> list(_tables_in("s3://lake/data.v1/customers.email"))
    ['s3://lake/data.v1/customers']
    """
    name = pattern.rfind("/") + 1
    for at, letter in enumerate(pattern):
        if letter == "." and at > name and pattern[:at].strip("*?."):
            yield pattern[:at]
    if pattern.endswith("*"):  # it means all columns of the tables that it matches
        yield pattern


def _matches(names: tuple[str, ...], patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name.casefold(), pattern.casefold()) for pattern in patterns for name in names)
