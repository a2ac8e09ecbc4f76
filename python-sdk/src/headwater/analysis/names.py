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

__all__ = ["find_node"]

_MAX_LISTED = 5
_MAX_LENGTH = 5_000
_MAX_COMPARED = 10_000
"""The number of labels that a wrong name is compared with: that takes seconds if there are very many."""


def find_node(graph: LineageGraph, text: str) -> Node:
    """Return the dataset or the column with a name such as ``db.table``, ``db.table.column`` or ``s3://b/path.column``.

    Upper and lower case are equal, unless only they tell names apart. The first parts of a name may be missing if the
    rest is unique. ``table#column`` is only a column, and ``table#`` only a table. Raises
    :class:`~headwater.UsageError` if there is none, or more than one.
    """
    if len(text) > _MAX_LENGTH:
        raise UsageError(f"a name has at most {_MAX_LENGTH} characters, and this one has {len(text)}")
    found = list(_found(graph, text, str.casefold))
    if len(found) > 1:
        found = [node for node in _found(graph, text, str) if node in found] or found
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"{text} is the name of {len(found)} tables or columns: {_choice(graph, found)}")
    similar = get_close_matches(text, _like(graph, text), _MAX_LISTED)
    raise UsageError(
        f"no table or column is named {text!r}"
        + (f"; similar: {', '.join(similar)}" if similar else "; `headwater where COLUMN` searches for columns")
    )


def _like(graph: LineageGraph, text: str) -> list[str]:
    """Return the labels of tables, and those of the columns of the tables that are like the beginning of a text."""
    datasets = graph.lineage.datasets
    labels = {dataset.label: number for number, dataset in enumerate(datasets[:_MAX_COMPARED])}
    table = text.rpartition("#" if "#" in text else ".")[0]
    near = {labels[label] for label in get_close_matches(table, labels, _MAX_LISTED)}
    folded = table.casefold()
    near |= {*graph.names.named(folded), *graph.names.ending(folded)[:_MAX_LISTED]} if table else set()
    columns = [(datasets[number].label, column.name) for number in sorted(near) for column in datasets[number].columns]
    return [*labels, *map(".".join, columns[:_MAX_COMPARED])]


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
    names = graph.names if fold is str.casefold else graph.names.exact
    for splits, find in product(_splits(fold(text)), (names.named, names.ending)):
        found = [
            (number, column)
            for table, column_name in splits
            for number in find(table)
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


def _columns(graph: LineageGraph, dataset: int, name: str, fold: Callable[[str], str]) -> list[int]:
    if not name:
        return [ROWS]
    columns = enumerate(graph.lineage.datasets[dataset].columns)
    return [number for number, column in columns if fold(column.name) == name]
