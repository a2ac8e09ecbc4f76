"""One node of a logical plan, as a visitor receives it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from headwater.errors import ExtensionError, NodeValueError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Attribute", "LiveReader", "Node"]

LiveReader: TypeAlias = "Callable[[int, str], Any]"
"""Reads, in the JVM, the value at a path of the node with the given index."""


def _no_live(index: int, path: str) -> Any:  # noqa: ANN401, ARG001  (the value at a path has no static type)
    raise NodeValueError(f"can't read {path!r}: this node has no JVM; declare the path in `needs`")


@dataclass(frozen=True, slots=True)
class Attribute:
    """An output column of a node; ``id`` is Spark's ``ExprId``, which distinguishes columns with the same name."""

    name: str
    type: str
    id: int


@dataclass(frozen=True, slots=True)
class Node:
    """A plan node: a snapshot made in the JVM, and :meth:`live` for values that the snapshot does not contain.

    >>> node = Node.of("com.acme.AcmeRelation", args={"uri": "acme://x/orders"}, output=[("id", "bigint", 12)])
    >>> node.name, node.args["uri"], node.attribute("ID").id
    ('AcmeRelation', 'acme://x/orders', 12)
    """

    snapshot: Mapping[str, Any]
    """The complete JSON from the JVM."""

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
        """Return a node for a test."""
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
        """The node's index in the plan; `children` and `parent` contain such indexes."""
        return int(self.snapshot.get("i", -1))

    @property
    def children(self) -> tuple[int, ...]:
        """The indexes of the nodes that this node reads from; empty for a leaf."""
        return tuple(self.snapshot.get("children") or ())

    @property
    def parent(self) -> int | None:
        """The index of the node that reads from this node, or ``None`` for the root."""
        return self.snapshot.get("parent")

    @property
    def args(self) -> Mapping[str, Any]:
        """The constructor arguments by name; a plan among them is ``{"node": <its index>}``."""
        return self.snapshot.get("args") or {}

    @property
    def needs(self) -> Mapping[str, Any]:
        """The values at the paths in the visitor's ``needs``, by path.

        ``None`` if a map on the path does not have the key, a list not the index, or if a value on the path is null.
        Reading a path that the node cannot have, or whose getter failed, raises :class:`~headwater.NodeValueError`.
        """
        return _Needs(self.snapshot.get("needs") or {}, self.snapshot.get("unread") or {})

    @property
    def output(self) -> tuple[Attribute, ...]:
        """The output columns of the node."""
        return _attributes(self.snapshot.get("output"))

    def attribute(self, name: str) -> Attribute:
        """Return the output column with this name, ignoring case.

        Raises ``ExtensionError`` unless there is exactly one such column.
        """
        return find_attribute(self.output, name, f"the output of {self.name}")

    def live(self, path: str) -> Any:  # noqa: ANN401  (the value at a path has no static type)
        """Read a value that is not in the snapshot, such as ``"relation.options"``, in the JVM.

        Each call is a round trip: declare paths that are always needed in ``needs``. Raises
        :class:`~headwater.NodeValueError` if there is no such path, or if the visit of the node is over.
        """
        return self.read_live(self.index, path)


class _Needs(dict[str, Any]):
    """The values by path; the reason for each path without a value is raised when it is read."""

    def __init__(self, values: Mapping[str, Any], unread: Mapping[str, str]) -> None:
        super().__init__(values)
        self._unread = unread

    def get(self, path: str, default: Any = None) -> Any:  # noqa: ANN401  (as above)
        return self[path] if path in self or path in self._unread else default

    def __missing__(self, path: str) -> Any:  # noqa: ANN401  (the value at a path has no static type)
        if path in self._unread:
            raise NodeValueError(f"can't read {path!r}: {self._unread[path]}")
        raise KeyError(path)


def _attributes(given: list[Mapping[str, Any]] | None) -> tuple[Attribute, ...]:
    return tuple(Attribute(each["name"], each.get("type", ""), each["id"]) for each in given or ())


def find_attribute(attributes: tuple[Attribute, ...], name: str, where: str) -> Attribute:
    """Return the attribute with this name, by exact match or else ignoring case."""
    found = [each for each in attributes if each.name == name]
    found = found or [each for each in attributes if each.name.lower() == name.lower()]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(str(each.id) for each in found)
        raise ExtensionError(f"{where} has {len(found)} columns named {name!r}: give one of their ids, {ids}")
    names = ", ".join(each.name for each in attributes) or "none"
    raise ExtensionError(f"{where} has no column {name!r}; it has: {names}")
