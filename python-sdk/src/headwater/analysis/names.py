"""Finds the table or the column that a user names."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import product
from typing import TYPE_CHECKING

from headwater.analysis.graph import ROWS
from headwater.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from headwater.analysis.graph import LineageGraph, Node
    from headwater.model import Dataset

__all__ = ["find_node", "names_of"]

_MAX_LISTED = 5


def find_node(graph: LineageGraph, text: str) -> Node:
    """Return the dataset or the column with a name such as ``db.table``, ``db.table.column`` or ``s3://b/path.column``.

    Upper and lower case are equal, unless only they tell names apart. The first parts of a name may be missing if the
    rest is unique. ``table#column`` is only a column, and ``table#`` only a table. Raises
    :class:`~headwater.UsageError` if there is none, or more than one.
    """
    found = list(_found(graph, text, str.casefold))
    if len(found) > 1:
        found = [node for node in _found(graph, text, str) if node in found] or found
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"{text} is the name of {len(found)} tables or columns: {_choice(graph, found)}")
    known = {graph.label((dataset, ROWS)) for dataset in range(len(graph.lineage.datasets))}
    known |= {f"{dataset.label}.{column.name}" for dataset in graph.lineage.datasets for column in dataset.columns}
    similar = get_close_matches(text, known, _MAX_LISTED)
    raise UsageError(
        f"no table or column is named {text!r}"
        + (f"; similar: {', '.join(similar)}" if similar else "; `headwater where COLUMN` searches for columns")
    )


def names_of(dataset: Dataset) -> tuple[str, ...]:
    """Return all names of a dataset: short and long, with and without the namespace."""
    aliases = (name for alias in dataset.aliases for name in (alias, alias.partition(" ")[2]))
    full = (f"{dataset.namespace} {dataset.name}", f"{dataset.namespace}/{dataset.name}")
    names = (dataset.label, dataset.name, *full, *aliases)
    return tuple(dict.fromkeys(name.removeprefix("spark_catalog.") for name in names if name))


def _choice(graph: LineageGraph, found: list[Node]) -> str:
    """Return the full names, with a # where the name of a column is that of a table, too."""
    full = [_full_name(graph, node) for node in found]
    if len(set(full)) == len(full):
        return f"{', '.join(full[:_MAX_LISTED])}; give more of the name"
    unique = [_full_name(graph, node, "#") for node in found[:_MAX_LISTED]]
    return f"{', '.join(unique)}; write one of these names, in which # is before the column of a table"


def _full_name(graph: LineageGraph, node: Node, separator: str = ".") -> str:
    dataset = graph.lineage.datasets[node[0]]
    column = "" if node[1] == ROWS else dataset.columns[node[1]].name
    name = f"{dataset.namespace} {dataset.name}"
    return f"'{name}'" if separator == "." and not column else f"'{name}{separator}{column}'"


def _found(graph: LineageGraph, text: str, fold: Callable[[str], str]) -> Iterator[Node]:
    """Yield what has the name itself or, if there is nothing, what has it as its last parts.

    ``fold`` makes names that count as the same equal.
    """
    text = fold(text)
    names = [[fold(name) for name in names_of(dataset)] for dataset in graph.lineage.datasets]
    for splits, is_part in product(_splits(text), (False, True)):
        found = [
            (number, column)
            for table, column_name in splits
            for number, known in enumerate(names)
            if _matches(table, known, is_part=is_part)
            for column in _columns(graph, number, column_name, fold)
        ]
        if found:
            yield from dict.fromkeys(found)
            return


def _splits(text: str) -> list[list[tuple[str, str]]]:
    """Return the tables and columns that the text may name: those by dots, and then the one by a #."""
    dots = [(text[:at], text[at + 1 :]) for at in range(len(text) - 1, 0, -1) if text[at] == "."]
    table, separator, column = text.rpartition("#")
    return [[(text, ""), *dots], [(table, column)] if separator else []]


def _matches(table: str, names: list[str], *, is_part: bool) -> bool:
    if is_part:
        return any(name.endswith((f".{table}", f"/{table}")) for name in names)
    return table in names


def _columns(graph: LineageGraph, dataset: int, name: str, fold: Callable[[str], str]) -> list[int]:
    if not name:
        return [ROWS]
    columns = enumerate(graph.lineage.datasets[dataset].columns)
    return [number for number, column in columns if fold(column.name) == name]
