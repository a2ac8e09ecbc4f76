"""Which columns are parts of which: ``address.city`` of ``address``, ``items._element.sku`` of ``items``."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

__all__ = ["EdgeKey", "NestedColumns", "edges_by_parts", "parents_of"]

EdgeKey = tuple[int, int, int, int, int]
"""The dataset and the column of the source, those of the target, and the job."""

_MAX_PARENTS = 100
"""No type is as deep. A name with more dots is not of a part, and all its prefixes would need much memory."""


def parents_of(name: str) -> list[str]:
    """Return the columns that a column is a part of, the outermost first; at most the 100 nearest ones.

    >>> parents_of("items._element.sku")
    ['items', 'items._element']
    """
    found: list[str] = []
    at = name.rfind(".")
    while at > 0 and len(found) < _MAX_PARENTS:
        found.append(name[:at])
        at = name.rfind(".", 0, at)
    return found[::-1]


class NestedColumns:
    """The columns of one dataset by their positions; each position is an index into ``names``."""

    def __init__(self, names: Iterable[str]) -> None:
        self.positions = {name: position for position, name in enumerate(names)}
        self._parents: dict[int, list[int]] = {}
        self._parts: defaultdict[int, list[int]] = defaultdict(list)
        self._shapes: dict[int, frozenset[str]] = {}
        self._names = list(self.positions)
        for name, position in self.positions.items():
            if "." not in name:
                continue
            parents = [self.positions[each] for each in parents_of(name) if each in self.positions]
            if parents:
                self._parents[position] = parents
            for parent in parents:
                self._parts[parent].append(position)

    def parents(self, position: int) -> Sequence[int]:
        """Return the columns that a column is a part of, the outermost first."""
        return self._parents.get(position, ())

    def parts(self, position: int) -> Sequence[int]:
        """Return the parts of a column, and their parts."""
        return self._parts.get(position, ())

    def shape(self, position: int) -> frozenset[str]:
        """Return the names of the parts of a column as they are inside of it, each with a dot before it."""
        if position not in self._shapes:
            start = len(self._names[position])
            self._shapes[position] = frozenset(self._names[part][start:] for part in self.parts(position))
        return self._shapes[position]

    def are_covered(self, position: int, described: Collection[int]) -> bool:
        """Return whether each part of a column is one of ``described``, or has such a part."""
        children = (part for part in self.parts(position) if self.parents(part)[-1] == position)
        return all(child in described or not set(self.parts(child)).isdisjoint(described) for child in children)


def edges_by_parts(
    edges: Iterable[EdgeKey],
    is_direct: Callable[[EdgeKey], bool],
    described: Iterable[tuple[int, int, int]],
    nested: Callable[[int], NestedColumns],
) -> set[EdgeKey]:
    """Return the edges to a struct that edges of the same job to its parts repeat.

    ``described`` has the job, the dataset and the column of each column whose sources are told, also that it has none.
    """
    by_whole: defaultdict[tuple[int, int, int], set[int]] = defaultdict(set)
    for job, dataset, column in described:
        for parent in nested(dataset).parents(column):
            by_whole[job, dataset, parent].add(column)
    into: defaultdict[tuple[int, int, int], list[EdgeKey]] = defaultdict(list)
    for edge in edges if by_whole else ():
        into[edge[4], edge[2], edge[3]].append(edge)
    found: set[EdgeKey] = set()
    for (job, dataset, column), parts in by_whole.items():
        if nested(dataset).are_covered(column, parts):
            of_parts = _Sources(nested, is_direct, (e for part in parts for e in into.get((job, dataset, part), ())))
            found |= {edge for edge in into.get((job, dataset, column), ()) if of_parts.have(edge)}
    return found


class _Sources:
    """The sources of some edges, with their structs and their parts."""

    def __init__(
        self, nested: Callable[[int], NestedColumns], is_direct: Callable[[EdgeKey], bool], edges: Iterable[EdgeKey]
    ) -> None:
        self._nested, self._is_direct = nested, is_direct
        self._own: dict[tuple[int, int], bool] = {}
        self._parents: dict[tuple[int, int], bool] = {}
        for edge in edges:
            (dataset, column), direct = edge[:2], is_direct(edge)
            self._own[dataset, column] = direct or self._own.get((dataset, column), False)
            for parent in nested(dataset).parents(column):
                self._parents[dataset, parent] = direct or self._parents.get((dataset, parent), False)

    def have(self, edge: EdgeKey) -> bool:
        """Return whether the source of an edge is one of them, by a direct edge if the edge is direct."""
        dataset, column = edge[:2]
        own = [self._own.get((dataset, each)) for each in (column, *self._nested(dataset).parents(column))]
        known = [each for each in (*own, self._parents.get((dataset, column))) if each is not None]
        return any(known) if self._is_direct(edge) else bool(known)
