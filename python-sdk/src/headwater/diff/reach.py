"""Finds all columns that are computed from a column, directly or indirectly."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from headwater.diff.snapshot import ROWS

if TYPE_CHECKING:
    from headwater.diff.snapshot import Node, Snapshot

__all__ = ["Reach"]


class Reach:
    """Follows the dependencies of a snapshot downstream."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._made_of: defaultdict[Node, set[Node]] = defaultdict(set)
        for target, sources in snapshot.sources.items():
            for source in sources:
                self._made_of[source].add(target)
                self._made_of[source[0], ROWS].add(target)
        self._known: dict[Node, tuple[Node, ...]] = {}

    def of(self, start: Node) -> tuple[Node, ...]:
        """Return all columns that depend on a column, or on a dataset's rows, on which each of its columns depends."""
        if start not in self._known:
            self._known[start] = tuple(sorted(self._follow(start) - {start}))
        return self._known[start]

    def _follow(self, start: Node) -> set[Node]:
        visited, pending = {start}, [start]
        while pending:
            new = self._made_of.get(pending.pop(), set()) - visited
            visited |= new
            pending += new
        return visited
