"""The claims of events, traced back through the tables that a program makes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hunt import lineage


def dataset(name: str, **facets: Any) -> dict[str, Any]:
    return {"namespace": "file", "name": f"/warehouse/{name}", "facets": facets}


def used(table: str, field: str, kind: str = "DIRECT IDENTITY", text: str = "") -> dict[str, Any]:
    type_, subtype = kind.split()
    transformation = {"type": type_, "subtype": subtype, "description": text}
    return {
        "namespace": "file",
        "name": f"/warehouse/{table}",
        "field": field,
        "transformations": [transformation],
    }


def event(
    output: str, columns: dict[str, list[dict[str, Any]]], rows: tuple[dict[str, Any], ...] = ()
) -> dict[str, Any]:
    fields = {name: {"inputFields": inputs} for name, inputs in columns.items()}
    names = {
        entry["name"].rpartition("/")[2]
        for inputs in columns.values()
        for entry in (*inputs, *rows)
    }
    facet = {"fields": fields, "dataset": list(rows)}
    return {
        "eventType": "COMPLETE",
        "inputs": [dataset(name) for name in sorted(names)],
        "outputs": [dataset(output, columnLineage=facet)],
    }


def of(*events: dict[str, Any]) -> lineage.Lineage:
    return lineage.of_program(events, ["t1", "t2"])["p1_out"]


def test_the_parts_of_an_output_column_belong_to_the_column() -> None:
    found = of(event("p1_out", {"s": [used("t1", "k")], "s.a": [used("t1", "x")]}))
    assert set(found.named("s")) == {("t1", "k"), ("t1", "x")}
    assert found.state("s") == "exact"
    assert found.state("other") == "absent"


def test_the_name_of_a_column_may_have_dots() -> None:
    middle = event("p1_mid", {"a.b": [used("t1", "k")], "a": [used("t1", "x", text="opaque: f")]})
    last = event("p1_out", {"c.d": [used("p1_mid", "a.b")]})
    found = of(middle, last)
    assert set(found.named("c.d")) == {("t1", "k")}
    assert found.state("c.d") == "exact"


def test_a_table_between_is_replaced_by_its_own_sources_and_its_rows() -> None:
    middle = event(
        "p1_mid",
        {"a": [used("t1", "k")], "s.b": [used("t2", "z")]},
        (used("t1", "f", "INDIRECT FILTER"),),
    )
    last = event("p1_out", {"c": [used("p1_mid", "a")], "d": [used("p1_mid", "s.b")]})
    found = of(middle, last)
    assert set(found.named("c")) == {("t1", "k"), ("t1", "f")}
    assert set(found.named("d")) == {("t2", "z"), ("t1", "f")}


def test_a_table_that_is_written_twice_keeps_what_it_had() -> None:
    found = of(event("p1_out", {"a": [used("t1", "k")]}), event("p1_out", {"a": [used("t2", "z")]}))
    assert set(found.named("a")) == {("t1", "k"), ("t2", "z")}


def test_the_columns_by_which_a_write_replaces_rows_decide_which_rows_there_are() -> None:
    """The old values decide and the new ones: of a dynamic overwrite each partition with a new row is replaced."""
    first = event("p1_out", {"a": [used("t1", "k")], "p": [used("t1", "x")]})
    second = event("p1_out", {"a": [used("t2", "z")], "p": [used("t2", "k")]})
    found = lineage.of_program([first, second], ["t1", "t2"], ["p"])["p1_out"]
    assert set(found.rows) == {("t1", "x"), ("t2", "k")}
    assert lineage.of_program([first], ["t1", "t2"], ["p"])["p1_out"].rows == {}


def test_the_state_of_a_column_is_the_first_word_of_its_descriptions() -> None:
    unknown = {"inputFields": [], "transformationDescription": "unknown"}
    first = event("p1_mid", {"a": [], "b": [used("t1", "k", text="opaque: f(k)")]})
    first["outputs"][0]["facets"]["columnLineage"]["fields"]["a"] = unknown
    found = of(
        first,
        event(
            "p1_out",
            {"a": [used("p1_mid", "a")], "b": [used("p1_mid", "b")], "c": [used("t1", "k")]},
        ),
    )
    assert {name: found.state(name) for name in "abc"} == {
        "a": "unknown",
        "b": "opaque",
        "c": "exact",
    }


def test_nothing_is_known_of_a_column_if_a_source_of_the_rows_is_not_known() -> None:
    first = event("p1_mid", {"a": []})
    first["run"] = {
        "facets": {"headwater_coverage": {"gaps": [{"stage": "source", "node": "a.Relation"}]}}
    }
    last = event("p1_out", {"b": [], "c": [used("p1_mid", "a")]})
    assert of(last).state("b") == "exact"
    last = event("p1_out", {"b": [used("p1_mid", "a")]})
    assert of(first, last).state("b") == "unknown"


@pytest.mark.parametrize(("node", "state"), [("Filter", "unknown"), ("Project", "exact")])
def test_nothing_is_known_of_a_column_if_a_condition_is_not_known(node: str, state: str) -> None:
    made = event("p1_out", {"a": []})
    gap = {"stage": "columns", "node": f"org.apache.spark.sql.catalyst.plans.logical.{node}"}
    made["run"] = {"facets": {"headwater_coverage": {"gaps": [gap]}}}
    assert of(made).state("a") == state
