"""The schemas of OpenLineage in tests/schemas are complete and unchanged."""

from __future__ import annotations

import hashlib
import json

from tests.e2e.schema import SPEC, Schemas

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
