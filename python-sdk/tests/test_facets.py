from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attr
import pytest
from openlineage.client.facet_v2 import (
    ownership_job,
    schema_dataset,
    sql_job,
)

from headwater.errors import ExtensionError, FacetError
from headwater.extensions import Facet, InputDataset, OutputDataset
from headwater.extensions._standard import TARGETS, standard_class
from headwater.extensions.facets import PRODUCER, named_facets, to_json

SPEC = Path(__file__).resolve().parents[2] / "tests" / "schemas" / "facets"


def test_a_class_of_openlineage_becomes_json_with_our_producer() -> None:
    fields = [
        schema_dataset.SchemaDatasetFacetFields("a", fields=[schema_dataset.SchemaDatasetFacetFields("b", "int")])
    ]
    facet = to_json("dataset", "schema", schema_dataset.SchemaDatasetFacet(fields=fields))
    assert facet["fields"] == [{"name": "a", "fields": [{"name": "b", "type": "int", "fields": []}]}]
    assert facet["_producer"] == PRODUCER
    assert facet["_schemaURL"].endswith("SchemaDatasetFacet.json#/$defs/SchemaDatasetFacet")
    mine = sql_job.SQLJobFacet("select 1", producer="https://acme.example/lineage")
    assert to_json("job", "sql", mine)["_producer"] == "https://acme.example/lineage"


def test_a_mapping_with_a_name_of_the_spec_is_that_facet() -> None:
    facet = to_json("job", "ownership", {"owners": [{"name": "team:data"}]})
    assert facet["_schemaURL"] == ownership_job.OwnershipJobFacet()._schemaURL


def test_the_elements_of_a_list_keep_their_places() -> None:
    facet = to_json("run", "costs", {"a": [1, None, 3], "b": [{}, {"z": None}, [], "", (1, None)], "c": {"d": None}})
    assert {name: facet[name] for name in "abc"} == {"a": [1, None, 3], "b": [{}, {}, [], "", [1, None]], "c": {}}


def test_a_custom_facet_keeps_its_own_schema() -> None:
    url = "https://acme.example/schemas/cost.json"
    facet = to_json("run", "costCenter", {"code": "A-17", "_schemaURL": url, "left_out": None})
    assert facet == {"code": "A-17", "_schemaURL": url, "_producer": PRODUCER}


@pytest.mark.parametrize(
    ("target", "name", "facet", "message"),
    [
        ("job", "ownership", {"owners": [{"type": "TEAM"}]}, r"owners\[0\].name: required, and not there"),
        ("dataset", "schema", {"fields": [{"name": 3}]}, r"fields\[0\].name: a text was expected, not 3"),
        ("dataset", "schema", {"fields": {"name": "a"}}, "fields: a list was expected"),
        ("dataset", "schema", {"fields": ["a"]}, r"fields\[0\]: an object was expected, not 'a'"),
        ("output", "outputStatistics", {"rowCount": "3"}, "rowCount: a whole number was expected"),
        ("input", "dataQualityMetrics", {"columnMetrics": {"a": {"sum": "1"}}}, "columnMetrics.a.sum: a number was"),
        ("dataset", "lifecycleStateChange", {"lifecycleStateChange": "EAT"}, "'EAT' is not one of ALTER, CREATE"),
        ("run", "nominalTime", {"nominalStartTime": "noon"}, "nominalStartTime: "),
        ("run", "parent", {"run": {"runId": "x"}, "job": {"namespace": "a", "name": "b"}}, "run.runId: badly formed"),
        ("run", "sql", sql_job.SQLJobFacet("select 1"), "SQLJobFacet is a facet of a job"),
        ("runs", "a", {}, "choose one of run, job, dataset, input, output"),
        ("run", "", {}, "not empty"),
        ("run", "a", [1], r"a mapping .* was expected, not \[1\]"),
        ("run", "a", {"x": float("nan")}, "this is not JSON"),
        ("run", "a", {"_producer": 7}, "_producer: a text was expected, not 7"),
        ("run", "a", {"_schemaURL": ["x"]}, r"_schemaURL: a text was expected, not \['x'\]"),
        ("job", "sql", {"query": "select 1", "_producer": {"a": 1}}, "_producer: a text was expected"),
        ("run", "a", {"x": object()}, "this is not JSON"),
    ],
)
def test_a_schema_violation_is_reported(target: str, name: str, facet: Any, message: str) -> None:
    with pytest.raises(FacetError, match=message) as caught:
        to_json(target, name, facet)
    assert str(caught.value).startswith(f"{target} facet {name!r}: ")


def _wrong(**arguments: Any) -> dict[str, Any]:
    """Hide from mypy that the arguments have wrong types."""
    return arguments


@pytest.mark.parametrize(
    ("create", "message"),
    [
        (
            lambda: InputDataset("acme", "orders", **_wrong(facets=[1])),
            r"facets of 'orders': a mapping by name .* not \[1\]",
        ),
        (lambda: InputDataset("acme", "orders", **_wrong(input_facets=None)), "input_facets of 'orders': "),
        (lambda: OutputDataset("acme", "totals", **_wrong(columns="id")), "columns of 'totals': "),
        (lambda: OutputDataset.of_node(1, **_wrong(output_facets=[])), "output_facets of '': "),
    ],
)
def test_a_dataset_takes_its_facets_and_columns_by_name(create: Any, message: str) -> None:
    with pytest.raises(ExtensionError, match=message):
        create()


def test_a_facet_can_be_deleted_without_its_fields() -> None:
    assert to_json("job", "sql", {"_deleted": True})["_deleted"] is True


def test_all_return_types_of_a_builder_are_equivalent() -> None:
    sql = sql_job.SQLJobFacet("select 1")
    one = [Facet("a", {"x": 1})]
    assert list(named_facets(None)) == []
    for given in ({"a": {"x": 1}}, ("a", {"x": 1}), [("a", {"x": 1})], Facet("a", {"x": 1}), iter([{"a": {"x": 1}}])):
        assert list(named_facets(given)) == one
    assert list(named_facets(sql)) == [Facet("sql", sql)]
    with pytest.raises(FacetError, match="a facet builder must return facets by name"):
        list(named_facets("a"))


def test_every_facet_of_the_spec_is_checked_by_a_class_with_the_same_required_fields() -> None:
    definitions = {
        name: (next(iter(schema["properties"])), body)
        for file in SPEC.glob("*.json")
        for schema in [json.loads(file.read_text(encoding="utf-8"))]
        for name, body in schema["$defs"].items()
        # The base of two other facets; it does not occur in events itself.
        if name.endswith("Facet") and name != "BaseSubsetDatasetFacet"
    }
    assert len(definitions) == 40
    for definition, (name, body) in definitions.items():
        kinds = {standard_class(target, name) for target in TARGETS} - {None}
        (kind,) = [each for each in kinds if each is not None and each.__name__ == definition]
        wanted = {field for part in body.get("allOf", ()) for field in part.get("required", ())}
        assert {each.name for each in attr.fields(kind) if each.default is attr.NOTHING} == wanted, definition
