"""Finds all columns that are computed from a column, directly or indirectly."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from headwater.analysis.impact import follow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from headwater.analysis import JobStep, Node
    from headwater.diff.snapshot import ColumnName, Snapshot

__all__ = ["Reach"]


class Reach:
    """Follows the dependencies of a snapshot downstream."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[ColumnName, tuple[ColumnName, ...]] = {}

    def of(self, start: ColumnName) -> tuple[ColumnName, ...]:
        """Return all columns that depend on a column, or on a dataset's rows, on which each of its columns depends."""
        if start not in self._known:
            found = {
                self._snapshot.node(reached.node)
                for node in self._snapshot.nodes.get(start, ())
                for reached in follow(node, self._steps)
            }
            self._known[start] = tuple(sorted(found - {start}))
        return self._known[start]

    def _steps(self, node: Node) -> Iterator[JobStep]:
        """Yield the steps between columns of all datasets that have the name of one."""
        same = self._snapshot.nodes[self._snapshot.node(node)]
        steps = chain.from_iterable(map(self._snapshot.graph.downstream, same))
        return (step for step in steps if step.how)
