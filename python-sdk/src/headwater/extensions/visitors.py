"""Visitors: what the nodes of a query's plan read, write and compute."""

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
"""What `visit` returns: nothing, one dataset or dependency, or several of them, also by ``yield``."""


class QueryPlanVisitor:
    """Says what a kind of node reads, writes or computes; asked once a query, at its START.

    A node is shown to `visit` where one of `nodes` is the name of its class (simple, full, or a pattern over the full
    name, ``com.acme.*``) or one of `extends` is a class or trait that it is one of; and, if there are `holds`, one of
    its constructor's arguments is an instance of one of those. `needs` are paths into the node, such as
    ``relation.options``, that are read on the JVM beforehand, into ``node.needs``.

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

    def is_defined_at(self, node: Node) -> bool:  # noqa: ARG002  (for others to override)
        """Return whether `visit` is to be called for this node: always, unless overridden."""
        return True

    def visit(self, node: Node, ctx: Context) -> VisitResult:
        """Return what this node reads, writes or computes; it replaces what the agent would have said of the node."""
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
    """Make a function a visitor; the arguments are those of :class:`QueryPlanVisitor`.

    >>> @visitor("AcmeRelation", needs="relation.options")
    ... def acme(node: Node, ctx: Context) -> VisitResult:
    ...     yield InputDataset("acme", node.needs["relation.options"]["table"])
    """
    if nodes and not isinstance(nodes[0], str):
        raise ExtensionError('@visitor needs the nodes that it is for: @visitor("AcmeRelation")')

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
