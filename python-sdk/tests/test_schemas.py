"""Validation of facets with OpenLineage's classes, and of events with JSON schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from headwater._schemas import by_classes, by_schemas
from headwater.cli import main
from headwater.errors import UsageError

FACETS = "https://openlineage.io/spec/facets/1-2-0"
INPUT = {"namespace": "n", "name": "t", "field": "a"}
SCHEMA = {
    "$id": "https://openlineage.io/spec/2-0-2/OpenLineage.json",
    "$defs": {"RunEvent": {"type": "object", "required": ["eventTime", "job"]}},
}


def event(name: str, kind: str, **content: Any) -> dict[str, Any]:
    facet = {"_producer": "p", "_schemaURL": f"{FACETS}/{kind}.json#/$defs/{kind}"} | content
    return {"run": {"runId": "r"}, "job": {}, "outputs": [{"facets": {name: facet}}]}


def columns(*sources: Any) -> dict[str, Any]:
    return event("columnLineage", "ColumnLineageDatasetFacet", fields={"c": {"inputFields": list(sources)}})


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (columns(INPUT), None),
        (columns(INPUT | {"more": 1}), None),
        (columns({"namespace": "n", "name": "t"}), "facet columnLineage.fields.c.inputFields[0] has no field"),
        (columns(INPUT | {"name": 7}), "facet columnLineage.fields.c.inputFields[0].name is 7, and not a str"),
        (columns("a"), 'facet columnLineage.fields.c.inputFields[0] is "a", and not a dict'),
        (event("columnLineage", "ColumnLineageDatasetFacet"), "facet columnLineage has no fields"),
        (event("schema", "SchemaDatasetFacet", fields={}), "facet schema.fields is {}, and not a list"),
        (
            event("storage", "StorageDatasetFacet", storageLayer=True),
            "facet storage.storageLayer is true, and not a str",
        ),
        (
            event(
                "lifecycleStateChange",
                "LifecycleStateChangeDatasetFacet",
                lifecycleStateChange="GONE",
            ),
            "facet lifecycleStateChange.lifecycleStateChange is 'GONE', which is not one of ALTER",
        ),
        (event("acme", "AcmeFacet", anything=[1]), None),
    ],
)
def test_a_facet_must_match_its_class(given: dict[str, Any], problem: str | None) -> None:
    found = list(by_classes(given))
    assert len(found) == (problem is not None)
    assert not problem or found[0].startswith(problem)


def test_user_schemas_validate_the_whole_event(tmp_path: Path) -> None:
    facet = {
        "$id": f"{FACETS}/SchemaDatasetFacet.json",
        "properties": {"schema": {"$ref": "#/$defs/SchemaDatasetFacet"}},
        "$defs": {"SchemaDatasetFacet": {"properties": {"fields": {"type": "array"}}}},
    }
    (tmp_path / "notes.json").write_text("none of\nyours", encoding="utf-8")
    (tmp_path / "OpenLineage.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    (tmp_path / "schema.json").write_text(json.dumps(facet), encoding="utf-8")
    check = by_schemas(tmp_path)
    good = event("schema", "SchemaDatasetFacet", fields=[]) | {"eventTime": "now"}
    assert list(check(good)) == []
    bad = event("schema", "SchemaDatasetFacet", fields={})
    assert [p.partition(": ")[0] for p in check(bad)] == ["$", "facet schema"]


def test_the_data_source_of_a_local_file_is_valid(tmp_path: Path) -> None:
    """`file` has no colon, so it is no URI by RFC 3986; the naming specification has it nevertheless."""
    facet = {
        "$id": f"{FACETS}/DatasourceDatasetFacet.json",
        "properties": {"dataSource": {"properties": {"uri": {"type": "string", "format": "uri"}}}},
    }
    (tmp_path / "OpenLineage.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    (tmp_path / "source.json").write_text(json.dumps(facet), encoding="utf-8")
    content = event("dataSource", "DatasourceDatasetFacet", uri="file") | {"eventTime": "now"}
    content["outputs"][0]["facets"]["dataSource"]["_schemaURL"] = facet["$id"]
    assert list(by_schemas(tmp_path)(content)) == []


SPEC = Path(__file__).resolve().parents[2] / "tests" / "schemas"
RUN_FACET = {"_producer": "urn:p", "_schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunFacet"}


def run_facet(name: str, **content: Any) -> dict[str, Any]:
    return {"job": {}, "run": {"runId": "r", "facets": {name: RUN_FACET | content}}}


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (run_facet("headwater_sequence", sequence=0), None),
        (run_facet("headwater_sequence", sequence=-1), "$.headwater_sequence.sequence: -1 is less than the minimum"),
        (run_facet("headwater_sequence"), "$.headwater_sequence: 'sequence' is a required property"),
        (run_facet("headwater_coverage", columns={"exact": 2, "local": 1}, gaps=[]), None),
        (
            run_facet("headwater_coverage", columns={"perfect": 2}, gaps=[]),
            "$.headwater_coverage.columns: 'perfect' is",
        ),
        (
            run_facet("headwater_batch", run={"runId": "x"}, job={"namespace": "n", "name": "j"}),
            "$.headwater_batch.run",
        ),
    ],
)
def test_the_agent_s_own_facets_must_match_their_schemas(given: dict[str, Any], problem: str | None) -> None:
    """An event names OpenLineage's `RunFacet` as their schema, which allows any fields."""
    found = [p for p in by_schemas(SPEC)(given) if "headwater" in p]
    assert len(found) == (problem is not None), found
    assert not problem or problem in found[0]


def test_a_folder_without_schemas_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="is missing"):
        by_schemas(tmp_path)
    assert main(["verify", "--schemas", str(tmp_path), str(file)]) == 1
