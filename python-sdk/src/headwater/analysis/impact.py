"""What a table or a column reaches, and what it is made of, with the shortest path to each."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from headwater.analysis.graph import ROWS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from headwater.analysis.graph import JobStep, LineageGraph, Node

__all__ = ["Impact", "ReachedNode", "find_impact", "follow"]


@dataclass(frozen=True, slots=True, eq=False)
class ReachedNode:
    """A column, or the rows of a dataset, and the last step to it; upstream, the first step from it.

    ``before`` is where this step comes from, ``None`` for the start, so that paths share their steps; ``distance`` is
    the number of steps.
    """

    node: Node
    step: JobStep
    before: ReachedNode | None = field(repr=False)
    distance: int
    downstream: bool

    @property
    def steps(self) -> tuple[JobStep, ...]:
        """The steps from the start; upstream, those to the start."""
        found, at = [], self
        while at.before is not None:
            found.append(at.step)
            at = at.before
        found.append(at.step)
        return tuple(reversed(found)) if self.downstream else tuple(found)


@dataclass(frozen=True, slots=True)
class Impact:
    """All that is reached from a table or a column, in one direction."""

    graph: LineageGraph
    start: Node
    downstream: bool
    reached: tuple[ReachedNode, ...]

    def is_complete(self, reached: ReachedNode) -> bool:
        """Return whether each step of the path is of a run that has completed."""
        return all(map(self.graph.is_complete, reached.steps))

    @property
    def tables(self) -> int:
        """The number of datasets that are reached."""
        return len({reached.node[0] for reached in self.reached})


def find_impact(
    graph: LineageGraph, start: Node, *, downstream: bool = True, depth: int | None = None, direct: bool = False
) -> Impact:
    """Return what is reached from ``start``, the nearest first.

    ``depth`` bounds the number of steps. If ``direct`` is true, only values are followed: no filters, joins and sorts,
    and no jobs without column lineage. Steps of runs that did not complete are in a path only if there is no other one.
    """
    neighbours = graph.downstream if downstream else graph.upstream

    def steps(node: Node) -> Iterable[JobStep]:
        return (step for step in neighbours(node) if step.is_direct) if direct else neighbours(node)

    def complete_steps(node: Node) -> Iterable[JobStep]:
        return filter(graph.is_complete, steps(node))

    found = follow(start, complete_steps, downstream=downstream, depth=depth)
    if any(job.incomplete for job in graph.lineage.jobs):
        known = {reached.node for reached in found}
        others = follow(start, steps, downstream=downstream, depth=depth)
        found += [reached for reached in others if reached.node not in known]
        found.sort(key=lambda reached: reached.distance)
    return Impact(graph, start, downstream, tuple(found))


def follow(
    start: Node, steps: Callable[[Node], Iterable[JobStep]], *, downstream: bool = True, depth: int | None = None
) -> list[ReachedNode]:
    """Return all that is reached from ``start``, each by a path with the fewest steps.

    Downstream, nothing is followed from a struct if other steps lead to those of its parts that have the value.
    """
    followed: dict[Node, ReachedNode | None] = {start: None}
    found: dict[Node, ReachedNode] = {}
    pending = deque([start])
    while pending:
        node = pending.popleft()
        here = followed[node]
        distance = 0 if here is None else here.distance
        for step in steps(node) if distance != depth else ():
            other = step.target if downstream else step.source
            if other in followed or _is_within(other, start):
                continue
            reached = ReachedNode(other, step, here, distance + 1, downstream)
            found.setdefault(other, reached)
            if not (downstream and step.by_parts):
                followed[other] = reached
                pending.append(other)
    return list(found.values())


def _is_within(node: Node, start: Node) -> bool:
    """Return whether a column is one of the table that the question is about."""
    return start[1] == ROWS and node[0] == start[0]
