"""Patterns for tables and columns, as in a shell: ``mart.*``, ``crm.customers.email``, ``s3://bucket/*``."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from headwater.analysis import ROWS
from headwater.analysis.name_index import names_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from headwater.analysis import LineageGraph, Node
    from headwater.model import Dataset

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
        tags = (*graph.tags((node[0], ROWS)), *graph.tags(node)) if self.tag else ()
        return any(self.tag in {tag.key, f"{tag.key}={tag.value}"} for tag in tags)

    def of(self, graph: LineageGraph) -> Iterator[Node]:
        """Yield these columns; a column stands for its parts."""
        for number, dataset in enumerate(graph.lineage.datasets):
            for node in ((number, position) for position in range(len(dataset.columns))):
                if self.has(graph, node) and not any(self.has(graph, whole) for whole in graph.wholes(node)):
                    yield node

    def are_in(self, graph: LineageGraph) -> bool:
        """Return whether the lineage has one of these columns."""
        return any(True for _ in self.of(graph))


def _matches(names: tuple[str, ...], patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name.casefold(), pattern.casefold()) for pattern in patterns for name in names)
