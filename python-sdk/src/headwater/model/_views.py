"""The views that a run reads, from the run facet ``headwater_views``.

Facets of any form are accepted: a field may be missing or have an unexpected type.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from headwater._reading.fields import object_at
from headwater.model._facts import items_of, objects_in, text_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Consumer", "ReadView", "views_of"]

_DIRECT = {"IDENTITY", "TRANSFORMATION", "AGGREGATION"}


@dataclass(frozen=True, slots=True)
class Consumer:
    """An output that depends on a view; ``lineage`` has the form of the facet ``columnLineage``."""

    namespace: str
    name: str
    lineage: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReadView:
    """A view; ``definition`` has the form of the facet ``columnLineage``.

    ``consumers`` is ``None`` if the view is an input of the run, or if the run reads it through another view only.
    """

    namespace: str
    name: str
    columns: tuple[str, ...]
    definition: Mapping[str, Any]
    consumers: tuple[Consumer, ...] | None


def views_of(run_facets: Mapping[str, Any]) -> Iterator[ReadView]:
    """Yield the views that a run reads."""
    for item in items_of(run_facets, "headwater_views", "views"):
        key = text_at(item, "namespace"), text_at(item, "name")
        columns = item.get("columns")
        yield ReadView(
            *key,
            columns=tuple(map(str, columns)) if isinstance(columns, list) else (),
            definition=_lineage(item.get("definition"), None),
            consumers=tuple(_consumers(item, key)) if isinstance(item.get("usedBy"), list) else None,
        )


def _consumers(item: dict[str, Any], view: tuple[str, str]) -> Iterator[Consumer]:
    for output in objects_in(item.get("usedBy")):
        yield Consumer(text_at(output, "namespace"), text_at(output, "name"), _lineage(output, view))


def _lineage(value: object, view: tuple[str, str] | None) -> dict[str, Any]:
    """Return the dependencies in the form of the facet ``columnLineage``; without a view they name their datasets."""
    fields = object_at(value, "fields")
    return {
        "fields": {column: {"inputFields": _inputs(inputs, view)} for column, inputs in fields.items()},
        "dataset": _inputs(object_at(value).get("dataset"), view),
    }


def _inputs(value: object, view: tuple[str, str] | None) -> list[dict[str, Any]]:
    return [
        {
            "namespace": view[0] if view else text_at(item, "namespace"),
            "name": view[1] if view else text_at(item, "name"),
            "field": text_at(item, "field"),
            "transformations": list(_transformations(item.get("subtypes"))),
        }
        for item in objects_in(value)
    ]


def _transformations(subtypes: object) -> Iterator[dict[str, str]]:
    for subtype in map(str, subtypes if isinstance(subtypes, list) else []):
        yield {"type": "DIRECT" if subtype in _DIRECT else "INDIRECT", "subtype": subtype}
