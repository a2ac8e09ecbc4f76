"""The facets that have a place of their own in the model, as short lines of text.

Facets of any form are accepted: a field may be missing or have an unexpected type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater._reading.fields import object_at
from headwater.model._facets import facet_tables
from headwater.model._graph import Column, FacetTable, Gap, Tag, Transformation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = [
    "change_of",
    "columns_of",
    "coverage_facts",
    "dataset_facts",
    "error_of",
    "gaps_of",
    "identifiers_of",
    "is_deleted",
    "items_of",
    "job_facts",
    "objects_in",
    "other_facets",
    "owners_of",
    "statistic_of",
    "tags_of",
    "text_at",
    "transformations_of",
]

Facts = tuple[tuple[str, str], ...]
_MAX_LENGTH = 4000
_MAX_DIGITS = 20
_RENDERED_FACETS = frozenset(
    {
        "schema",
        "columnLineage",
        "symlinks",
        "inputStatistics",
        "outputStatistics",
        "documentation",
        "sql",
        "jobType",
        "dataSource",
        "catalog",
        "storage",
        "version",
        "datasetVersion",
        "lifecycleStateChange",
        "datasetType",
        "ownership",
        "sourceCodeLocation",
        "tags",
    }
)


def text_at(facets: Mapping[str, Any], *path: str) -> str:
    """Return the text at a path of keys, or an empty text.

    >>> text_at({"version": {"datasetVersion": 3}}, "version", "datasetVersion")
    '3'
    >>> text_at({}, "version", "datasetVersion")
    ''
    """
    value: Any = facets
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return "" if value is None or isinstance(value, (dict, list)) else str(value)


def items_of(facets: Mapping[str, Any], facet: str, key: str) -> list[dict[str, Any]]:
    """Return the objects of a list in a facet."""
    return objects_in(facets.get(facet, {}).get(key))


def objects_in(value: object) -> list[dict[str, Any]]:
    """Return the objects in a list; what is no list has none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _join(*parts: str) -> str:
    return " · ".join(dict.fromkeys(part for part in parts if part))


def columns_of(facets: Mapping[str, Any]) -> tuple[Column, ...]:
    """Return the columns of the schema facet; a nested column follows its parent."""
    return tuple(_columns(items_of(facets, "schema", "fields"), ""))


def _columns(fields: list[dict[str, Any]], prefix: str) -> Iterator[Column]:
    for field in fields:
        name = prefix + text_at(field, "name")
        yield Column(name, text_at(field, "type"), text_at(field, "description"))
        yield from _columns(objects_in(field.get("fields")), name + ".")


def is_deleted(facet: object) -> bool:
    """Whether a facet removes the one of its name (``DatasetFacet`` and ``JobFacet`` of the specification)."""
    return isinstance(facet, dict) and facet.get("_deleted") is True


def identifiers_of(facets: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    """Return the dataset's other names: namespace, name and kind."""
    items = items_of(facets, "symlinks", "identifiers")
    return tuple((text_at(item, "namespace"), text_at(item, "name"), text_at(item, "type")) for item in items)


def change_of(facets: Mapping[str, Any]) -> str:
    """Return what happens to the dataset as a whole, such as ``RENAME``, or an empty text."""
    return text_at(facets, "lifecycleStateChange", "lifecycleStateChange").upper()


def owners_of(facets: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the owners of a dataset or a job."""
    owners = items_of(facets, "ownership", "owners")
    return tuple(dict.fromkeys(name for owner in owners if (name := text_at(owner, "name"))))


def tags_of(facets: Mapping[str, Any]) -> tuple[Tag, ...]:
    """Return the tags of a dataset and of its columns."""
    tags = items_of(facets, "tags", "tags")
    return tuple(Tag(text_at(tag, "key"), text_at(tag, "value"), text_at(tag, "field")) for tag in tags)


def dataset_facts(facets: Mapping[str, Any]) -> Facts:
    """Return the facts about a dataset besides its names and columns."""
    facts = [
        ("Description", text_at(facets, "documentation", "description")),
        ("Kind", _join(text_at(facets, "datasetType", "datasetType"), text_at(facets, "datasetType", "subType"))),
        ("Catalog", _join(text_at(facets, "catalog", "name"), text_at(facets, "catalog", "type"))),
        ("Storage", _join(text_at(facets, "storage", "storageLayer"), text_at(facets, "storage", "fileFormat"))),
        ("Version", text_at(facets, "version", "datasetVersion")),
        ("Last change", text_at(facets, "lifecycleStateChange", "lifecycleStateChange")),
        ("Source", text_at(facets, "dataSource", "uri")),
    ]
    return _present([*facts, *_shared_facts(facets)])


def job_facts(facets: Mapping[str, Any]) -> Facts:
    """Return the facts about a job besides its name and its SQL."""
    facts = [
        ("Description", text_at(facets, "documentation", "description")),
        ("Processing", text_at(facets, "jobType", "processingType").lower()),
        ("Code", text_at(facets, "sourceCodeLocation", "url")),
    ]
    return _present([*facts, *_shared_facts(facets)])


def _shared_facts(facets: Mapping[str, Any]) -> list[tuple[str, str]]:
    owners = (_join(text_at(item, "name"), text_at(item, "type")) for item in items_of(facets, "ownership", "owners"))
    tags = (
        f"{text_at(item, 'key')}={value}" if (value := text_at(item, "value")) else text_at(item, "key")
        for item in items_of(facets, "tags", "tags")
        if not text_at(item, "field")
    )
    return [("Owners", ", ".join(owners)), ("Tags", ", ".join(tags))]


def other_facets(facets: Mapping[str, Any]) -> tuple[FacetTable, ...]:
    """Return the facets that have no place of their own in the model."""
    return facet_tables(facets, _RENDERED_FACETS)


def statistic_of(facets: Mapping[str, Any], key: str) -> int | None:
    """Return a number of what a run wrote to a dataset: ``rowCount``, ``size`` or ``fileCount``."""
    text = text_at(facets, "outputStatistics", key)
    return int(text) if text.isdecimal() and len(text) <= _MAX_DIGITS else None


def coverage_facts(facets: Mapping[str, Any]) -> Facts:
    """Return how much of a run's column lineage is certain."""
    columns = object_at(facets, "headwater_coverage", "columns")
    return _present([("Columns", _join(*(f"{count} {name}" for name, count in columns.items())))])


def gaps_of(facets: Mapping[str, Any]) -> tuple[Gap, ...]:
    """Return what the agent could not see in a run."""
    gaps = items_of(facets, "headwater_coverage", "gaps")
    return tuple(Gap(text_at(gap, "node"), text_at(gap, "stage"), text_at(gap, "reason")) for gap in gaps)


def error_of(facets: Mapping[str, Any]) -> tuple[str, str]:
    """Return the message and the stack trace of a failed run."""
    for name in ("errorMessage", "spark.exception"):
        if name in facets:
            stack = text_at(facets, name, "stackTrace")[:_MAX_LENGTH]
            lines = stack.splitlines()
            return text_at(facets, name, "message")[:_MAX_LENGTH] or (lines[0] if lines else ""), stack
    return "", ""


def transformations_of(item: Mapping[str, Any], entry: Mapping[str, Any], *, whole: bool) -> list[Transformation]:
    """Return how a column depends on a source; ``entry`` is that of the column, or empty for a whole dataset."""
    found = [
        Transformation(
            type=text_at(how, "type").upper() or "DIRECT",
            subtype=text_at(how, "subtype").upper(),
            masking=how.get("masking") is True,
            description=text_at(how, "description"),
        )
        for how in objects_in(item.get("transformations"))
    ]
    if found:
        return found
    # Older events describe the whole field; some have no description.
    kind = text_at(entry, "transformationType").upper()
    description = text_at(entry, "transformationDescription")
    return [Transformation("INDIRECT" if whole else "DIRECT", kind, kind == "MASKED", description)]


def _present(facts: list[tuple[str, str]]) -> Facts:
    return tuple((name, value) for name, value in facts if value)
