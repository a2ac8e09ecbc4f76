"""The schemas of OpenLineage in tests/schemas are complete and unchanged, and the agent's own facets have one each."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from tests.e2e.lines import ROOT
from tests.e2e.schema import OWN, SPEC, Schemas

ROWS = [line.split("  ", 1) for line in (SPEC / "SHA256SUMS").read_text().splitlines()]
SUMS = {name: digest for digest, name in ROWS}


def test_each_schema_is_listed_with_its_hash() -> None:
    found = {
        path.relative_to(SPEC).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in SPEC.rglob("*.json")
    }
    assert found == SUMS


def test_each_schema_is_a_valid_schema_with_an_address_of_its_own() -> None:
    addresses = [json.loads((SPEC / name).read_text())["$id"] for name in SUMS]
    assert len(set(addresses)) == len(SUMS)
    assert Schemas(SPEC).known == set(addresses)


def test_an_event_that_breaks_its_schema_is_reported() -> None:
    """Without this, an empty set of schemas would accept every event."""
    run = {"runId": "00000000-0000-7000-8000-000000000000"}
    job = {"namespace": "n", "name": "j"}
    address = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"
    common = {"eventTime": "2026-01-01T00:00:00Z", "producer": "https://example.com/agent"}
    event = {**common, "schemaURL": address, "run": run, "job": job}
    schemas = Schemas(SPEC)
    assert list(schemas.problems(event)) == []
    assert list(schemas.problems(event | {"run": {"runId": "none"}})) != []
    facet = {
        "_producer": "https://example.com/agent",
        "_schemaURL": "https://openlineage.io/spec/facets/1-1-0/SQLJobFacet.json",
    }
    (problem,) = schemas.problems(event | {"job": job | {"facets": {"sql": facet}}})
    assert problem.startswith("sql: ")
    assert "'query' is a required property" in problem


def test_each_facet_of_the_agent_has_a_schema_named_after_it() -> None:
    names = ROOT / "agent/emit/src/main/scala/io/headwater/emit/facets/FacetNames.scala"
    own = re.findall(r'"(headwater_(\w+))"', names.read_text())
    files = {key: f"Headwater{name[0].upper()}{name[1:]}RunFacet" for key, name in own}
    found = {
        key: file.stem
        for file in OWN.iterdir()
        for key in json.loads(file.read_text())["properties"]
    }
    assert found == files
    assert len(files) > 1


@pytest.mark.parametrize("more", ["other", "columns"])
def test_a_field_that_its_schema_does_not_name_is_reported(more: str) -> None:
    """The published schemas allow more fields, so that a later version may add one. These tests do not."""
    schemas = Schemas(SPEC)
    view = {"namespace": "n", "name": "v", "columns": ["a"]}
    facet = {"_producer": "urn:a", "_schemaURL": "urn:b", "views": [view]}
    validator = schemas.validator(schemas.own["headwater_views"])
    assert validator.is_valid({"headwater_views": facet})
    assert validator.is_valid({"headwater_views": facet | {more: 1}}) is False
    wrong = facet | {"views": [view | {more: {}}]}
    assert validator.is_valid({"headwater_views": wrong}) is False
