"""One node of a query's plan, as a visitor sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from headwater.errors import ExtensionError, LiveError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Attribute", "LiveReader", "Node"]

LiveReader: TypeAlias = "Callable[[int, str], Any]"
"""Reads, on the JVM, the value at a path of the node with an index."""


def _no_live(index: int, path: str) -> Any:  # noqa: ANN401, ARG001  (what a path leads to is not known)
    raise LiveError(f"can't read {path!r}: there is no JVM behind this node; declare it in `needs`")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column that a node puts out; ``id`` is Spark's ``ExprId``, which tells columns with one name apart."""

    name: str
    type: str
    id: int


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a plan: a snapshot, made on the JVM, and :meth:`live` for what it does not hold.

    >>> node = Node.of("com.acme.AcmeRelation", args={"uri": "acme://x/orders"}, output=[("id", "bigint", 12)])
    >>> node.name, node.args["uri"], node.attribute("ID").id
    ('AcmeRelation', 'acme://x/orders', 12)
    """

    snapshot: Mapping[str, Any]
    """The JSON that came from the JVM, whole."""

    read_live: LiveReader = _no_live

    @classmethod
    def of(
        cls,
        class_name: str,
        *,
        args: Mapping[str, Any] | None = None,
        output: list[tuple[str, str, int]] | None = None,
        needs: Mapping[str, Any] | None = None,
    ) -> Node:
        """Return a node made by hand, for a test."""
        attributes = [{"name": name, "type": kind, "id": number} for name, kind, number in output or []]
        simple = class_name.rpartition(".")[2]
        return cls(
            {
                "i": 0,
                "class": class_name,
                "node": simple,
                "output": attributes,
                "args": dict(args or {}),
                "needs": dict(needs or {}),
            }
        )

    @property
    def class_name(self) -> str:
        """The full name of the node's class."""
        return str(self.snapshot.get("class", ""))

    @property
    def name(self) -> str:
        """The simple name of the node's class."""
        return str(self.snapshot.get("node", ""))

    @property
    def index(self) -> int:
        """The node's place in the plan; `children` and `parent` are such places."""
        return int(self.snapshot.get("i", -1))

    @property
    def children(self) -> tuple[int, ...]:
        """The places of the nodes that this one reads from; none for a leaf."""
        return tuple(self.snapshot.get("children") or ())

    @property
    def parent(self) -> int | None:
        """The place of the node that reads from this one."""
        return self.snapshot.get("parent")

    @property
    def is_optimized(self) -> bool:
        """Whether the node is of the optimised plan, and of a class that the analysed plan does not have."""
        return self.snapshot.get("plan") == "optimized"

    @property
    def args(self) -> Mapping[str, Any]:
        """The constructor's arguments by name; a plan among them is ``{"node": <its place>}``."""
        return self.snapshot.get("args") or {}

    @property
    def needs(self) -> Mapping[str, Any]:
        """What was found at the paths that the visitor ``needs``, by path."""
        return self.snapshot.get("needs") or {}

    @property
    def output(self) -> tuple[Attribute, ...]:
        """The columns that the node puts out."""
        return _attributes(self.snapshot.get("output"))

    def attribute(self, name: str) -> Attribute:
        """Return the output column with this name, in any case; an error where none or several have it."""
        return find_attribute(self.output, name, f"the output of {self.name}")

    def live(self, path: str) -> Any:  # noqa: ANN401  (what a path leads to is not known)
        """Read a value that is not in the snapshot, such as ``"relation.options"``, on the JVM.

        This is a round trip: declare what is always wanted in ``needs``. Only while the node is being visited;
        later, or where there is no such path, it raises :class:`~headwater.LiveError`.
        """
        return self.read_live(self.index, path)


def _attributes(given: list[Mapping[str, Any]] | None) -> tuple[Attribute, ...]:
    return tuple(Attribute(each["name"], each.get("type", ""), each["id"]) for each in given or ())


def find_attribute(attributes: tuple[Attribute, ...], name: str, where: str) -> Attribute:
    """Return the one with this name, exactly or but for its case."""
    found = [each for each in attributes if each.name == name]
    found = found or [each for each in attributes if each.name.lower() == name.lower()]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(str(each.id) for each in found)
        raise ExtensionError(f"{where} has {len(found)} columns named {name!r}: give one of their ids, {ids}")
    names = ", ".join(each.name for each in attributes) or "none"
    raise ExtensionError(f"{where} has no column {name!r}; it has: {names}")
