"""What is made of a column, in how ever many steps."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from headwater.diff.snapshot import ROWS

if TYPE_CHECKING:
    from headwater.diff.snapshot import Node, Snapshot

__all__ = ["Reach"]


class Reach:
    """Follows dependencies of a snapshot downwards."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._made_of: defaultdict[Node, set[Node]] = defaultdict(set)
        for target, sources in snapshot.sources.items():
            for source in sources:
                self._made_of[source].add(target)
                self._made_of[source[0], ROWS].add(target)
        self._known: dict[Node, tuple[Node, ...]] = {}

    def of(self, start: Node) -> tuple[Node, ...]:
        """Return all that a column reaches, or a dataset's rows, which are in each of its columns."""
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
