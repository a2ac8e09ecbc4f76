"""The results of visitors and dataset builders: datasets and column dependencies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from headwater.errors import ExtensionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from headwater.extensions.node import Attribute, Node

__all__ = [
    "CatalogTable",
    "ColumnDependency",
    "ColumnSource",
    "Dataset",
    "InputDataset",
    "OutputDataset",
]

Kind: TypeAlias = Literal["DIRECT", "INDIRECT"]
Subtype: TypeAlias = Literal[
    "",
    "IDENTITY",
    "TRANSFORMATION",
    "AGGREGATION",
    "JOIN",
    "GROUP_BY",
    "FILTER",
    "SORT",
    "WINDOW",
    "CONDITIONAL",
]
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ColumnSource:
    """A source column: another column is computed from it or, if ``INDIRECT``, is influenced by it.

    ``subtype`` is ``IDENTITY``, ``TRANSFORMATION`` (the default) or ``AGGREGATION``; if ``INDIRECT``, it is ``JOIN``,
    ``GROUP_BY``, ``FILTER``, ``SORT``, ``WINDOW`` or ``CONDITIONAL``.
    """

    namespace: str
    name: str
    field: str
    type: Kind = "DIRECT"
    subtype: Subtype = ""
    masking: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The identity of a dataset by OpenLineage's naming spec; see :mod:`headwater.extensions.naming`.

    >>> Dataset("acme", "orders").column("amount", subtype="AGGREGATION").field
    'amount'
    """

    namespace: str
    name: str

    def column(
        self,
        column: str,
        *,
        type: Kind = "DIRECT",  # noqa: A002  (the term of the spec)
        subtype: Subtype = "",
        masking: bool = False,
        description: str = "",
    ) -> ColumnSource:
        """Return one column of this dataset, for the ``columns`` of an :class:`OutputDataset`."""
        return ColumnSource(self.namespace, self.name, column, type, subtype, masking, description)


@dataclass(frozen=True, slots=True)
class CatalogTable:
    """The place of a table or view in a Spark catalog: ``catalog.namespace.name``, all of it text.

    ``catalog`` is the name in Spark's settings, ``spark_catalog`` for the session catalog; ``type`` is ``TABLE`` or
    ``VIEW``.
    """

    catalog: str
    namespace: tuple[str, ...]
    name: str
    type: str = "TABLE"

    @classmethod
    def from_levels(cls, levels: Sequence[Mapping[str, str]]) -> CatalogTable:
        """Return the place for the agent's JSON: the levels of the catalog, outermost first."""
        names = [each["name"] for each in levels]
        return cls(names[0], tuple(names[1:-1]), names[-1], levels[-1]["type"])

    def levels(self) -> list[dict[str, str]]:
        """Return the levels of the catalog, outermost first: the form of OpenLineage's facet ``hierarchy``."""
        databases = [{"type": "DATABASE", "name": each} for each in self.namespace]
        return [{"type": "CATALOG", "name": self.catalog}, *databases, {"type": self.type, "name": self.name}]


@dataclass(frozen=True, slots=True)
class InputDataset(Dataset):
    """A dataset that a node reads; if the node is a leaf, its output columns become the dataset's fields."""

    facets: Mapping[str, Any] = field(default_factory=dict)
    input_facets: Mapping[str, Any] = field(default_factory=dict)
    node: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        _check_mappings(self, "facets", "input_facets")

    @classmethod
    def at(
        cls, dataset: Dataset, *, facets: Mapping[str, Any] = _NOTHING, input_facets: Mapping[str, Any] = _NOTHING
    ) -> InputDataset:
        """Return this dataset as an input."""
        return cls(dataset.namespace, dataset.name, facets, input_facets)

    @classmethod
    def of_node(
        cls,
        node: Node | int | Mapping[str, Any],
        *,
        namespace: str = "",
        name: str = "",
        facets: Mapping[str, Any] = _NOTHING,
        input_facets: Mapping[str, Any] = _NOTHING,
    ) -> InputDataset:
        """Return the dataset that the agent itself finds at a node, with another name or with additional facets.

        ``node`` is a node, its index in the plan, or a ``{"node": 4}`` from ``node.args``. With ``namespace`` or
        ``name`` the dataset gets this name in the events of the run, wherever they contain it; its statistics, schema
        and other facts stay. The part that is not given stays, too.
        """
        return cls(namespace, name, facets, input_facets, node=_place(node))


@dataclass(frozen=True, slots=True)
class OutputDataset(Dataset):
    """A dataset that a node writes.

    Its columns are those of the node's query, by name, except those in ``columns``. ``suffix`` is the end of the job
    name: catalog, database and table, separated by dots, whether or not the table exists. In the name, the
    dots are underscores.
    """

    facets: Mapping[str, Any] = field(default_factory=dict)
    output_facets: Mapping[str, Any] = field(default_factory=dict)
    columns: Mapping[str, ColumnSource | Iterable[ColumnSource]] = field(default_factory=dict)
    suffix: str | None = None
    node: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        _check_mappings(self, "facets", "output_facets", "columns")

    @classmethod
    def at(
        cls,
        dataset: Dataset,
        *,
        facets: Mapping[str, Any] = _NOTHING,
        output_facets: Mapping[str, Any] = _NOTHING,
        columns: Mapping[str, ColumnSource | Iterable[ColumnSource]] = _NOTHING,
        suffix: str | None = None,
    ) -> OutputDataset:
        """Return this dataset as an output."""
        return cls(dataset.namespace, dataset.name, facets, output_facets, columns, suffix)

    @classmethod
    def of_node(  # noqa: PLR0913  (all but one by name)
        cls,
        node: Node | int | Mapping[str, Any],
        *,
        namespace: str = "",
        name: str = "",
        facets: Mapping[str, Any] = _NOTHING,
        output_facets: Mapping[str, Any] = _NOTHING,
        columns: Mapping[str, ColumnSource | Iterable[ColumnSource]] = _NOTHING,
        suffix: str | None = None,
    ) -> OutputDataset:
        """Return the dataset that the agent itself finds at a node, as `InputDataset.of_node` does.

        Its columns and the job's name are those of the agent: at a node of the analysed plan, ``columns`` and
        ``suffix`` have no effect.
        """
        return cls(namespace, name, facets, output_facets, columns, suffix, node=_place(node))


@dataclass(frozen=True, slots=True)
class ColumnDependency:
    """An output column of a node and the columns that it is computed from, by name, by id or as `Attribute`.

    ``type`` and ``subtype`` are those of a `ColumnSource`. Source names are looked up among the columns of the node's
    children that are in the snapshot.
    """

    output: str | int | Attribute
    sources: str | int | Attribute | Iterable[str | int | Attribute]
    type: Kind = "DIRECT"
    subtype: Subtype = ""
    masking: bool = False


def _check_mappings(dataset: Dataset, *fields: str) -> None:
    for name in fields:
        if not isinstance(value := getattr(dataset, name), Mapping):
            raise ExtensionError(f"{name} of {dataset.name!r:.80}: a mapping by name was expected, not {value!r:.80}")


def _place(node: Node | int | Mapping[str, Any]) -> int:
    place = node if isinstance(node, int) else getattr(node, "index", None)
    if place is None and not isinstance(node, int) and hasattr(node, "get"):
        place = node.get("node")
    if not isinstance(place, int):
        raise ExtensionError(f"of_node takes a node, its index in the plan, or {{'node': index}}, not {node!r}")
    return place
