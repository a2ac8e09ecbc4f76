"""The rules of a policy. Each one yields what breaks it, with the path in the lineage where there is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from headwater.analysis import ROWS
from headwater.analysis.impact import follow
from headwater.analysis.lists import uncertain_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from headwater.analysis import JobStep, LineageGraph, Node
    from headwater.policy.patterns import ColumnPatterns, TablePatterns

__all__ = ["HasOwner", "NoFlow", "NoUnknown", "OnlyFrom", "Rule", "Violation"]

_NOTHING = "matches no table or column"


@dataclass(frozen=True, slots=True)
class Violation:
    """What breaks a rule; ``steps`` is the path from the source to the target, if the rule is about one."""

    rule: str
    text: str
    steps: tuple[JobStep, ...] = ()


class Rule(Protocol):
    """A rule with its name."""

    @property
    def name(self) -> str:
        """The name that the policy gives the rule."""

    def idle(self, graph: LineageGraph) -> str:
        """Return which part of the rule means no table or column of the lineage, or an empty text."""

    def violations(self, graph: LineageGraph) -> Iterator[Violation]:
        """Yield what breaks the rule."""


@dataclass(frozen=True, slots=True)
class NoFlow:
    """No value of some columns gets into some tables; masked values may, if the rule says so.

    Jobs without column lineage count as if each column of their inputs gets into each of their outputs. A table without
    a schema counts as if it has the columns of the rule.
    """

    name: str
    source: ColumnPatterns
    target: TablePatterns
    masked: bool
    indirect: bool

    def idle(self, graph: LineageGraph) -> str:
        """Return why the rule means nothing: no such column, or no such table to which it must not get."""
        if not any(True for _ in self._starts(graph)):
            return _NOTHING
        names_tables = self.target.tables or self.target.namespaces
        return "has a `to` that matches no table" if names_tables and not self.target.are_in(graph) else ""

    def violations(self, graph: LineageGraph) -> Iterator[Violation]:
        """Yield each source with the first column of the target that each path reaches."""
        for start in self._starts(graph):
            for reached in follow(start, partial(self._steps, graph, start)):
                if self.target.has(graph.lineage.datasets[reached.node[0]]):
                    text = f"{graph.label(start)} reaches {graph.label(reached.node)}"
                    yield Violation(self.name, text, reached.steps)

    def _starts(self, graph: LineageGraph) -> Iterator[Node]:
        """Yield the columns, and the tables of which nobody knows whether they have such a column."""
        return chain(self.source.of(graph), self.source.tables_of(graph))

    def _steps(self, graph: LineageGraph, start: Node, node: Node) -> Iterable[JobStep]:
        if node != start and self.target.has(graph.lineage.datasets[node[0]]):
            return  # one violation is enough for all that follows
        is_table = node == start and start[1] == ROWS  # its steps with columns are of other columns
        for step in graph.downstream(node):
            if (step.hides_columns if is_table else self._counts(step)) and not (self.masked and self._is_masked(step)):
                yield step

    def _is_masked(self, step: JobStep) -> bool:
        """Return whether each way that the rule follows masks the value."""
        return bool(step.how) and all(each.masking for each in step.how) if self.indirect else step.is_masked

    def _counts(self, step: JobStep) -> bool:
        return step.is_direct or self.indirect or step.hides_columns


@dataclass(frozen=True, slots=True)
class OnlyFrom:
    """The values of some columns come, in the end, from some sources only."""

    name: str
    columns: ColumnPatterns
    sources: ColumnPatterns

    def idle(self, graph: LineageGraph) -> str:
        """Return why the rule means nothing: there is no such column."""
        return "" if self.columns.are_in(graph) else _NOTHING

    def violations(self, graph: LineageGraph) -> Iterator[Violation]:
        """Yield each other column at which the lineage of the values begins."""
        for node in self.columns.of(graph):
            for reached in follow(node, partial(self._steps, graph), downstream=False):
                if not self._is_allowed(graph, reached.node) and not any(self._steps_of(graph, reached.node)):
                    text = f"{graph.label(node)} comes from {graph.label(reached.node)}"
                    yield Violation(self.name, text, reached.steps)

    def _steps(self, graph: LineageGraph, node: Node) -> Iterable[JobStep]:
        return () if self._is_allowed(graph, node) else self._steps_of(graph, node)

    @staticmethod
    def _steps_of(graph: LineageGraph, node: Node) -> Iterator[JobStep]:
        return (step for step in graph.upstream(node) if step.is_direct or step.hides_columns)

    def _is_allowed(self, graph: LineageGraph, node: Node) -> bool:
        return node[1] != ROWS and self.sources.has(graph, node)


@dataclass(frozen=True, slots=True)
class NoUnknown:
    """No column of some tables is local, opaque or unknown, and what a job makes of its inputs has column lineage.

    A job that names no inputs may be one that only creates or alters the table.
    """

    name: str
    tables: TablePatterns
    allowed: frozenset[str] = field(default_factory=frozenset)

    def idle(self, graph: LineageGraph) -> str:
        """Return why the rule means nothing: there is no such table."""
        return "" if self.tables.are_in(graph) else _NOTHING

    def violations(self, graph: LineageGraph) -> Iterator[Violation]:
        """Yield each such column, and each step of a job without column lineage."""
        for found in uncertain_columns(graph):
            if found.dataset is None or found.certainty in self.allowed:
                continue
            if self.tables.has(graph.lineage.datasets[found.dataset]):
                why = f": {found.reason}" if found.reason else ""
                yield Violation(self.name, f"{found.column} is {found.certainty}{why} (job {found.job})")
        for number, dataset in enumerate(graph.lineage.datasets):
            if self.tables.has(dataset):
                for step in graph.steps_without_columns(number):
                    text = f"{dataset.label} has no column lineage (job {graph.lineage.jobs[step.job].label})"
                    yield Violation(self.name, text, (step,))


@dataclass(frozen=True, slots=True)
class HasOwner:
    """Some tables have an owner, by their own facet or by that of a job that writes them."""

    name: str
    tables: TablePatterns

    def idle(self, graph: LineageGraph) -> str:
        """Return why the rule means nothing: there is no such table."""
        return "" if self.tables.are_in(graph) else _NOTHING

    def violations(self, graph: LineageGraph) -> Iterator[Violation]:
        """Yield each table without an owner that is the output of a job."""
        for number in graph.writers:
            dataset = graph.lineage.datasets[number]
            if self.tables.has(dataset) and not graph.owners(number):
                yield Violation(self.name, f"{dataset.label} has no owner")
