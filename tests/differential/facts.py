"""A run as facts, `path: value`, so that the runs of two agents can be compared fact by fact.

output[file <case>/warehouse/t].columnLineage.total <- file <data>/orders amount: DIRECT/AGGREGATION
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.differential.merged_runs import Facets, MergedRun
from tests.e2e.events import certainty_and_text

Fact = tuple[str, str]
EXCLUDED = {"_producer", "_deleted"}


def facts_of_run(run: MergedRun) -> Iterator[Fact]:
    """Yield all facts of a run; facets of a dataset are below the dataset."""
    yield "outcome", run.outcome
    yield "job.namespace", run.job[0]
    yield "job.name", run.job[1]
    yield from facts_of_facets("run", run.run_facets)
    yield from facts_of_facets("job", run.job_facets)
    for side, datasets in (("input", run.inputs), ("output", run.outputs)):
        for (namespace, name), facets in datasets.items():
            place = f"{side}[{namespace} {name}]"
            yield place, "named"
            yield from facts_of_facets(place, facets)


def facts_of_facets(place: str, facets: Facets) -> Iterator[Fact]:
    for name, facet in facets.items():
        path = f"{place}.{name}"
        if name == "columnLineage":
            yield from facts_of_columns(path, facet)
        elif name == "schema":
            yield from facts_of_fields(path, facet.get("fields", []))
        else:
            yield from facts_of_value(path, facet)


def facts_of_value(path: str, value: Any) -> Iterator[Fact]:  # noqa: ANN401 - JSON
    """Yield the leaves below a value; list items are identified by their name, or else by their index."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            if key not in EXCLUDED:
                yield from facts_of_value(f"{path}.{key}", inner)
    elif isinstance(value, list) and value:
        for place, inner in enumerate(value):
            yield from facts_of_value(f"{path}[{item_name(inner) or place}]", inner)
    else:
        yield path, str(value)


def item_name(item: Any) -> str:  # noqa: ANN401 - JSON
    """The fields that identify an item of a list."""
    if not isinstance(item, dict):
        return ""
    return " ".join(str(item[key]) for key in ("namespace", "name", "key") if key in item)


def facts_of_fields(path: str, fields: list[dict[str, Any]]) -> Iterator[Fact]:
    for field in fields:
        below = f"{path}.{field.get('name')}"
        yield below, str(field.get("type"))
        if field.get("description"):
            yield f"{below} (description)", str(field["description"])
        yield from facts_of_fields(below, field.get("fields") or [])


def facts_of_columns(path: str, facet: dict[str, Any]) -> Iterator[Fact]:
    """Yield one fact for each edge; `*` is the whole dataset."""
    found = {name: column["inputFields"] for name, column in facet.get("fields", {}).items()}
    if facet.get("dataset"):
        found["*"] = facet["dataset"]
    for name, inputs in found.items():
        for input_field in inputs:
            source = f"{input_field['namespace']} {input_field['name']} {input_field['field']}"
            transformations = input_field.get("transformations") or []
            yield f"{path}.{name} <- {source}", kinds(transformations)
            if texts := sorted(
                {certainty_and_text(t.get("description"))[1] for t in transformations} - {""}
            ):
                yield f"{path}.{name} <- {source} (text)", "; ".join(texts)


def kinds(transformations: list[dict[str, Any]]) -> str:
    return " ".join(
        sorted(
            {
                f"{t.get('type')}/{t.get('subtype')}"
                + (" masked" if t.get("masking") else "")
                + (
                    f" ({certainty})"
                    if (certainty := certainty_and_text(t.get("description"))[0])
                    else ""
                )
                for t in transformations
            }
        )
    )
