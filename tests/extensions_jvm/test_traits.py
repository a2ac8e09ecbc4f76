"""Plan nodes, relations, tables and sources that implement the traits of interfaces-scala."""

from __future__ import annotations

import pytest

from tests.extensions.outcome import columns, errors, names
from tests.extensions_jvm.conftest import Suite

ACME = "acme://warehouse"


def test_a_table_reports_its_name_and_its_columns_have_lineage(suite: Suite) -> None:
    assert suite["traits"].answer.error is None
    complete = suite["traits"].writing("/read")[-1]
    assert names(complete["inputs"]) == [(ACME, "orders")]
    assert [f["name"] for f in complete["inputs"][0]["facets"]["schema"]["fields"]] == [
        "id",
        "amount",
    ]
    assert columns(complete["outputs"][0]) == {
        "kept": [("orders", "id", "IDENTITY")],
        "doubled": [("orders", "amount", "TRANSFORMATION")],
    }


@pytest.mark.row("api.delegates")
def test_a_command_leaves_its_table_to_the_agent_and_adds_facets(suite: Suite) -> None:
    start, complete = suite["traits"].writing("totals")
    for event in (start, complete):
        assert names(event["outputs"]) == [(ACME, "totals")]
        assert sorted(names(event["inputs"])) == [(ACME, "orders"), (ACME, "rules")]
    facets = complete["outputs"][0]["facets"]
    assert facets["lifecycleStateChange"]["lifecycleStateChange"] == "OVERWRITE"
    assert facets["version"]["datasetVersion"] == "7"
    assert [f["name"] for f in facets["schema"]["fields"]] == ["id", "amount"]


def test_an_operator_reports_the_sources_of_its_columns(suite: Suite) -> None:
    complete = suite["traits"].writing("totals")[-1]
    assert columns(complete["outputs"][0]) == {
        "id": [("orders", "id", "IDENTITY")],
        "amount": [("orders", "amount", "IDENTITY"), ("orders", "amount", "TRANSFORMATION")],
    }
    assert complete["run"]["facets"]["headwater_coverage"]["columns"]["declared"] == 2


def test_facets_of_the_emitter_are_in_the_run_of_their_thread(suite: Suite) -> None:
    events = suite["traits"].events
    emitted = [e for e in events if "acme_strategy" in e["run"]["facets"]]
    assert emitted
    assert {e["run"]["runId"] for e in emitted} == {
        suite["traits"].writing("totals")[-1]["run"]["runId"]
    }
    assert len(emitted) == 1, "cleared once sent"
    assert emitted[0]["run"]["facets"]["acme_strategy"]["terminated"] is False
    assert "ownership" in emitted[0]["job"]["facets"]


@pytest.mark.row("api.traits")
def test_a_v1_relation_and_a_v1_source_report_their_names(suite: Suite) -> None:
    complete = suite["traits"].writing("/v1")[-1]
    assert names(complete["inputs"]) == [("acme://v1", "old")]
    assert columns(complete["outputs"][0])["id"] == [("old", "id", "IDENTITY")]
    saved = suite["traits"].writing("new")[-1]
    assert names(saved["outputs"]) == [("acme://SparkListenerSQLExecutionStart", "new")]
    assert columns(saved["outputs"][0])["amount"] == [("old", "amount", "IDENTITY")]


@pytest.mark.row("api.provider")
def test_a_library_may_carry_the_interfaces_under_another_package(suite: Suite) -> None:
    complete = suite["traits"].writing("/shaded")[-1]
    assert names(complete["inputs"]) == [("acme://shaded", "shaded")]
    assert columns(complete["outputs"][0]) == {"id": [("shaded", "id", "IDENTITY")]}


@pytest.mark.row("facet.dataset.properties")
def test_a_table_describes_itself_by_its_properties(suite: Suite) -> None:
    complete = suite["traits"].writing("/described")[-1]
    assert names(complete["inputs"]) == [("acme://properties", "described")]
    facets = complete["inputs"][0]["facets"]
    assert facets["acme_tier"]["name"] == "gold"
    assert facets["acme_tier"]["_producer"] == complete["producer"]
    assert facets["ownership"]["owners"] == [{"name": "team:sales"}]
    assert [f["name"] for f in facets["schema"]["fields"]] == ["id", "amount"]
    assert "acme_broken" not in facets
    gaps = complete["run"]["facets"]["headwater_coverage"]["gaps"]
    assert any("acme_broken" in gap["reason"] for gap in gaps), gaps


def test_a_table_with_a_linkage_error_loses_only_its_name(suite: Suite) -> None:
    events = suite["traits"].writing("/broken")
    found = errors(events)
    assert list(found) == ["com.acme.AcmeTable"]
    assert "NoClassDefFoundError: com/acme/Missing" in found["com.acme.AcmeTable"]
    assert errors([e for e in suite["traits"].events if e not in events]) == {
        "io.openlineage.spark.api.OpenLineageEventHandlerFactory": errors(suite["traits"].events)[
            "io.openlineage.spark.api.OpenLineageEventHandlerFactory"
        ]
    }
