"""Visitors: the inputs, outputs and column dependencies of plan nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from headwater.errors import ExtensionError
from headwater.extensions._function import FunctionExtension
from headwater.extensions.datasets import ColumnDependency, InputDataset, OutputDataset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from headwater.extensions.context import Context
    from headwater.extensions.node import Node

__all__ = ["QueryPlanVisitor", "VisitResult", "visitor"]

Answer: TypeAlias = InputDataset | OutputDataset | ColumnDependency
VisitResult: TypeAlias = "Answer | Iterable[Answer] | None"
"""The return type of `visit`: nothing, one dataset or dependency, or several of them.

A generator returns ``Iterator[InputDataset]`` or the like instead: mypy accepts no union with ``None`` there.
"""


class QueryPlanVisitor:
    """Reports the inputs, outputs and column dependencies of plan nodes; called once for each query, at START.

    `visit` is called for a node if one of `nodes` is the name of its class (simple name, full name, or a pattern such
    as ``com.acme.*``), or if one of `extends` is its class, a superclass or a trait. If `holds` is not empty, one of
    the node's constructor arguments must also be an instance of one of those classes. `needs` are paths into the node,
    such as ``relation.options``; the agent reads them in the JVM beforehand and passes them as ``node.needs``.

    >>> class AcmeVisitor(QueryPlanVisitor):
    ...     nodes = ("AcmeRelation",)
    ...
    ...     def visit(self, node: Node, ctx: Context) -> VisitResult:
    ...         return InputDataset("acme", node.args["table"])
    """

    nodes: tuple[str, ...] = ()
    extends: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    def is_defined_at(self, node: Node) -> bool:  # noqa: ARG002  (subclasses override it)
        """Return whether `visit` is called for this node; by default always."""
        return True

    def visit(self, node: Node, ctx: Context) -> VisitResult:
        """Return the inputs, outputs and column dependencies of this node; they replace the agent's own result."""
        raise NotImplementedError


class _FunctionVisitor(FunctionExtension, QueryPlanVisitor):
    def visit(self, node: Node, ctx: Context) -> Any:  # noqa: ANN401  (checked where it is used)
        return self.function(node, ctx)


def visitor(
    *nodes: str,
    extends: str | Iterable[str] = (),
    holds: str | Iterable[str] = (),
    needs: str | Iterable[str] = (),
) -> Callable[[Callable[[Node, Context], VisitResult]], _FunctionVisitor]:
    """Convert a function to a visitor; the arguments are those of :class:`QueryPlanVisitor`.

    >>> @visitor("AcmeRelation", needs="relation.options")
    ... def acme(node: Node, ctx: Context) -> Iterator[InputDataset]:
    ...     yield InputDataset("acme", node.needs["relation.options"]["table"])
    """
    if nodes and not isinstance(nodes[0], str):
        raise ExtensionError('@visitor needs the names of node classes: @visitor("AcmeRelation")')

    def decorate(function: Callable[[Node, Context], VisitResult]) -> _FunctionVisitor:
        extension = _FunctionVisitor(function)
        extension.nodes, extension.extends, extension.holds, extension.needs = (
            nodes,
            _names(extends),
            _names(holds),
            _names(needs),
        )
        return extension

    return decorate


def _names(given: str | Iterable[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)
