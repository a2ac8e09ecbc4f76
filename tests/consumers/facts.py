"""What an event says, as facts. A consumer shows facts of the same form, so that both can be compared.

The first part of a fact is its kind; a dataset is written `namespace name`.

    (dataset, D)  (field, D, name)  (nested field, D, path)  (source, D, name)  (symlink, D, D2)  (version, D, text)  (owner, D, name)
    (edge, D, field, input D, field)     a column edge between top-level fields that the event describes
    (nested edge, ...)                   one end is inside of a field
    (undescribed edge, ...)              no schema of the event has one of the ends
    (dependency, D, input D, field)      rows of the whole dataset depend on a column
    (transformation, D, field, input D, field, type, subtype)
    (run, id, state)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.e2e.events import Event

Fact = tuple[str, ...]
Dataset = dict[str, Any]
EDGES = frozenset({"edge", "nested edge", "undescribed edge", "transformation", "dependency"})


def key(dataset: Dataset) -> str:
    """The dataset's name in facts."""
    return f"{dataset['namespace']} {dataset['name']}"


def datasets(event: Event) -> list[Dataset]:
    return [*event["inputs"], *event["outputs"]]


def facet(dataset: Dataset, name: str) -> dict[str, Any]:
    """A facet, empty if the dataset has none of that name."""
    found: dict[str, Any] = dataset.get("facets", {}).get(name) or {}
    return found


def fields(dataset: Dataset) -> list[dict[str, Any]]:
    """The top-level fields of the dataset's schema."""
    found: list[dict[str, Any]] = facet(dataset, "schema").get("fields") or []
    return found


def names(dataset: Dataset) -> set[str]:
    return {field["name"] for field in fields(dataset)}


def run_id(event: Event) -> str:
    return str(event["run"]["runId"])


def job(event: Event) -> str:
    return key(event["job"])


def stated(event: Event) -> set[Fact]:
    """Every fact of an event."""
    found: set[Fact] = {("run", run_id(event), event["eventType"])}
    written = {key(d) for d in event["outputs"] if facet(d, "version")}
    for dataset in event[
        "inputs"
    ]:  # of a table that is read and written, the version that was written is the newer one
        read = set(described(dataset))
        found |= {f for f in read if f[0] != "version" or f[1] not in written}
    for output in event["outputs"]:
        found |= set(described(output))
        found |= set(edges(event, output)) | set(dependencies(output))
    return found


def described(dataset: Dataset) -> Iterator[Fact]:
    """What the event says about one dataset alone."""
    name = key(dataset)
    yield "dataset", name
    for field in fields(dataset):
        yield "field", name, field["name"]
        for path in nested(field):
            yield "nested field", name, path
    if source := facet(dataset, "dataSource").get("name"):
        yield "source", name, source
    for identifier in facet(dataset, "symlinks").get("identifiers", []):
        yield "symlink", name, key(identifier)
    if version := facet(dataset, "version").get("datasetVersion"):
        yield "version", name, version
    for owner in facet(dataset, "ownership").get("owners", []):
        yield "owner", name, owner["name"]


def nested(field: dict[str, Any], above: str = "") -> Iterator[str]:
    path = f"{above}{field['name']}."
    for inner in field.get("fields") or []:
        yield path + str(inner["name"])
        yield from nested(inner, path)


def edges(event: Event, output: Dataset) -> Iterator[Fact]:
    """The column edges of an output; their kind says whether a consumer can find both ends by their names."""
    known = {key(d): names(d) for d in event["outputs"]} | {
        key(d): names(d) for d in event["inputs"]
    }
    for field, lineage in facet(output, "columnLineage").get("fields", {}).items():
        for source in lineage["inputFields"]:
            ends = (key(output), field, key(source), source["field"])
            levels = {
                level(names(output), field),
                level(known.get(key(source), set()), source["field"]),
            }
            yield (max(levels, key=("edge", "nested edge", "undescribed edge").index), *ends)
            for step in source.get("transformations", []):
                yield "transformation", *ends, step["type"], step.get("subtype", "")


def level(top: set[str], path: str) -> str:
    """The kind of an edge with this end, by the top-level names of the end's schema."""
    if path in top:
        return "edge"
    return "nested edge" if path.split(".", maxsplit=1)[0] in top else "undescribed edge"


def dependencies(output: Dataset) -> Iterator[Fact]:
    for source in facet(output, "columnLineage").get("dataset", []):
        yield "dependency", key(output), key(source), source["field"]
