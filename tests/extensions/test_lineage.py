"""The results of extensions in the events: visitors, builders, namers, filters, transports, facets, declarations."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e import events as ev
from tests.e2e.spark_submit import Job
from tests.extensions.commands import COMMANDS
from tests.extensions.conftest import Suite
from tests.extensions.outcome import Outcome, certainties, columns, errors, names, rows

SCRIPTS = ("visitors", "builders", "streams", "shaping", "emitting", "frames", "functions")


def jobs(suite: Suite) -> list[Job]:
    return [*(suite.job(name, name) for name in SCRIPTS), transport(suite)]


def transport(suite: Suite) -> Job:
    job = suite.job("transport", "plain", "good:numbers", "good:bus")
    job.conf["spark.openlineage.transport.type"] = "python"
    return job


def output(outcome: Outcome, name: str) -> dict[str, Any]:
    """The one output of the run that wrote it, from the last event."""
    found: list[dict[str, Any]] = outcome.writing(name)[-1]["outputs"]
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_extension_failed(outcomes: dict[str, Outcome], script: str) -> None:
    assert outcomes[script].answer.error is None
    assert outcomes[script].application()[-1]["eventType"] == "COMPLETE"
    assert errors(outcomes[script].events) == {}


@pytest.mark.row("api.python")
def test_columns_flow_from_the_dataset_of_a_leaf(outcomes: dict[str, Outcome]) -> None:
    complete = outcomes["visitors"].writing("/leaf")[-1]
    assert names(complete["inputs"]) == [("acme", "numbers")]
    facets = complete["inputs"][0]["facets"]
    assert facets["step"]["by"] == 1
    assert [f["name"] for f in facets["schema"]["fields"]] == ["id"]
    assert columns(complete["outputs"][0]) == {"doubled": [("numbers", "id", "TRANSFORMATION")]}


def test_a_visitor_defines_the_output_of_a_command(outcomes: dict[str, Outcome]) -> None:
    complete = outcomes["visitors"].writing("totals")[-1]
    assert names(complete["outputs"]) == [("acme", "totals")]
    assert complete["outputs"][0]["facets"]["via"]["node"] == "InsertIntoHadoopFsRelationCommand"
    assert columns(complete["outputs"][0]) == {
        "kept": [("numbers", "id", "IDENTITY")],
        "told": [("rates", "rate", "AGGREGATION")],
    }
    assert complete["job"]["name"].endswith(".acme_totals")


def test_a_visitor_defines_the_sources_of_an_operators_column(outcomes: dict[str, Outcome]) -> None:
    written = output(outcomes["visitors"], "/operator")
    sources = columns(written)["opaque"]
    assert sources == [("numbers", "id", "AGGREGATION")]


def test_a_delegate_is_the_agents_own_dataset_with_facets_added(
    outcomes: dict[str, Outcome],
) -> None:
    complete = outcomes["visitors"].writing("/delegate")[-1]
    assert names(complete["inputs"]) == [("file", "leaf")]
    assert complete["inputs"][0]["facets"]["files"]["format"].endswith("ParquetFileFormat")
    assert columns(complete["outputs"][0]) == {"doubled": [("leaf", "doubled", "IDENTITY")]}


def test_a_delegate_with_a_name_keeps_the_facts_of_the_agent(outcomes: dict[str, Outcome]) -> None:
    for event in outcomes["visitors"].writing("/named"):
        assert [(each["namespace"], each["name"]) for each in event["inputs"]] == [
            ("file", "acme/lines")
        ]
        assert columns(event["outputs"][0]) == {"id": [("lines", "id", "IDENTITY")]}
    read = outcomes["visitors"].writing("/named")[-1]["inputs"][0]
    assert read["facets"]["files"]["format"].endswith("JsonFileFormat")
    assert read["inputFacets"]["inputStatistics"]["rowCount"] == 10


def test_extensions_are_called_for_a_stream(outcomes: dict[str, Outcome]) -> None:
    start, running, complete = outcomes["streams"].writing("/streamed")
    for event in (start, running, complete):
        assert names(event["inputs"]) == [("acme", "ticks")]
        assert event["inputs"][0]["facets"]["source"]["name"] == "rate-micro-batch"
    assert columns(complete["outputs"][0]) == {"doubled": [("ticks", "value", "TRANSFORMATION")]}
    facet_values = [e["run"]["facets"]["said"]["at"] for e in (start, complete)]
    assert facet_values == ["START", "COMPLETE"]


def test_builders_are_called_for_the_progress_of_a_stream(outcomes: dict[str, Outcome]) -> None:
    start, running, complete = outcomes["streams"].writing("/streamed")
    assert "progressed" not in start["run"]["facets"]
    facet = running["run"]["facets"]["progressed"]
    assert (facet["event"], facet["batch"], facet["rows"]) == ("RUNNING", 0, 5)
    assert facet["observed"] == {"seen": {"rows": 5}}
    assert facet["query"] == running["run"]["facets"]["headwater_streaming"]["queryId"]
    assert [rows for _, rows in facet["sources"]] == [5]
    assert "FileSink" in facet["sink"]
    assert {"addBatch", "triggerExecution"} <= set(facet["phases"])
    assert facet["began"] > 1_700_000_000_000
    assert complete["run"]["facets"]["progressed"] == facet


def test_writes_in_foreach_batch_depend_on_the_input_of_a_visitor(
    outcomes: dict[str, Outcome],
) -> None:
    complete = outcomes["streams"].writing("/each")[-1]
    assert columns(complete["outputs"][0]) == {"value": [("ticks", "value", "IDENTITY")]}


def test_builders_are_called_for_each_type_of_subject(outcomes: dict[str, Outcome]) -> None:
    start, complete = outcomes["builders"].writing("/observed")
    assert start["job"]["facets"]["started"]["id"] >= 0
    run = complete["run"]["facets"]
    assert run["ended"]["metrics"] == {"seen": {"rows": 10}}
    assert run["ended"]["error"] == "none"
    assert run["job start"]["id"] == run["job end"]["id"] == run["active"]["id"]
    assert run["job start"]["time"] <= run["job end"]["time"]
    assert run["stage"]["id"] == run["active"]["stage"]
    assert run["stage"]["rdd"].startswith("org.apache.spark.rdd.")
    written = complete["outputs"][0]["outputFacets"]["written"]
    assert (written["rows"], written["tasks"]) == (10, 2)


def test_a_dataset_builder_selects_an_rdd_by_its_class(outcomes: dict[str, Outcome]) -> None:
    plain = outcomes["builders"].writing("/observed")[-1]
    complete = outcomes["builders"].writing("/scanned")[-1]
    assert ("acme", "scanned") not in names(plain["inputs"])
    assert sorted(names(complete["inputs"])) == [("acme", "scanned"), ("file", "observed")]
    facets = next(i["facets"] for i in complete["inputs"] if i["name"] == "scanned")
    assert facets["rdd"]["class"].endswith(".FileScanRDD")


def test_an_event_that_is_not_kept_is_not_sent(outcomes: dict[str, Outcome]) -> None:
    written = {n for e in outcomes["shaping"].events for _, n in names(e["outputs"])}
    assert written == {"hidden", "shown", "filtered", "named", "default.held", "default.copied"}


def test_a_dataset_that_is_not_kept_is_neither_input_nor_source(
    outcomes: dict[str, Outcome],
) -> None:
    complete = outcomes["shaping"].writing("/filtered")[-1]
    assert names(complete["inputs"]) == [("file", "shown")]
    assert columns(complete["outputs"][0]) == {"id": [("shown", "id", "IDENTITY")]}


def test_a_namer_names_inputs_outputs_and_sources(outcomes: dict[str, Outcome]) -> None:
    complete = outcomes["shaping"].writing("named")[-1]
    assert names(complete["inputs"]) == [("s3://lake", "shown")]
    assert names(complete["outputs"]) == [("s3://lake", "named")]
    fields = complete["outputs"][0]["facets"]["columnLineage"]["fields"]
    source = fields["id"]["inputFields"][0]
    assert (source["namespace"], source["name"]) == ("s3://lake", "shown")


def test_a_namer_by_catalog_names_a_table_in_every_command(outcomes: dict[str, Outcome]) -> None:
    held, copied = (
        ("acme://spark_catalog", "default.held"),
        ("acme://spark_catalog", "default.copied"),
    )
    found = {
        e["job"]["facets"]["sql"]["query"]: (
            names(e["inputs"]),
            names(e["outputs"]),
        )
        for e in outcomes["shaping"].events
        if e["eventType"] == "COMPLETE" and "sql" in e["job"]["facets"]
    }
    commands = [text for text in found if "held" in text or "copied" in text]
    assert len(commands) == len(COMMANDS)
    assert {text: found[text][1] for text in commands} == {
        text: [copied] if text.startswith(("CREATE TABLE copied", "DROP TABLE copied")) else [held]
        for text in commands
    }
    assert found[COMMANDS[2]][0] == [held]
    assert found[COMMANDS[3]][0] == [copied]


def test_a_transport_in_python_gets_every_event(outcomes: dict[str, Outcome], suite: Suite) -> None:
    assert outcomes["transport"].answer.error is None
    assert outcomes["transport"].events == []
    runs = ev.runs(ev.read(suite.work / "bus" / "transport.jsonl"))
    types = [[e["eventType"] for e in run] for run in runs.values()]
    assert types == [["START", "COMPLETE"]] * 2
    inputs = [names(e["inputs"]) for run in runs.values() for e in run if e["inputs"]]
    assert inputs == [[("acme", "numbers")]] * 2


def test_facets_of_a_script_are_where_they_were_emitted(outcomes: dict[str, Outcome]) -> None:
    emitting = outcomes["emitting"]
    scoped = emitting.writing("/scoped")
    assert {e["job"]["name"] for e in scoped} == {"emitting.daily orders"}
    assert [e["run"]["facets"]["scoped"]["text"] for e in scoped] == ["run"] * len(scoped)
    assert scoped[-1]["job"]["facets"]["scopedJob"]["text"] == "job"
    assert scoped[-1]["outputs"][0]["facets"]["scopedDataset"]["text"] == "dataset"
    inherited = emitting.writing("/inherited")
    assert {e["job"]["name"] for e in inherited} == {"emitting.of another thread"}
    assert {e["run"]["facets"]["inherited"]["text"] for e in inherited} == {"of the thread"}
    outside = emitting.writing("/outside")[-1]
    assert "scoped" not in outside["run"]["facets"]
    assert "daily orders" not in outside["job"]["name"]
    having = [e["eventType"] for e in emitting.events if "application" in e["run"]["facets"]]
    assert having == ["COMPLETE"]
    assert "application" in emitting.application()[-1]["run"]["facets"]
    assert emitting.value == {"before": False, "open": False, "after": True}


def test_threads_keep_their_facets_apart(outcomes: dict[str, Outcome]) -> None:
    for i in range(32):
        events = outcomes["emitting"].writing(f"/thread-{i}")
        assert [e["job"]["name"] for e in events] == [f"emitting.job {i}"] * 2
        assert {e["run"]["facets"]["mine"]["number"] for e in events} == {i}


def test_a_declared_function_defines_inputs_and_column_sources(
    outcomes: dict[str, Outcome],
) -> None:
    assert outcomes["functions"].value == [0, 2, 4, 6, 8]
    complete = outcomes["functions"].writing("/scored")[-1]
    assert sorted(names(complete["inputs"])) == [("file", "source"), ("pg://db", "rates")]
    sources = {(name, field) for name, field, _ in columns(complete["outputs"][0])["score"]}
    assert sources == {("source", "a"), ("rates", "rate")}


def test_an_argument_of_a_declared_function_is_found_by_its_name(
    suite: Suite, outcomes: dict[str, Outcome]
) -> None:
    if suite.line.id >= "4":
        written = outcomes["functions"].writing("/swapped")[-1]["outputs"][0]
        sources = {(name, field) for name, field, _ in columns(written)["score"]}
        assert sources == {("source", "b"), ("rates", "rate")}


def test_a_declared_aggregate_uses_the_declared_arguments(outcomes: dict[str, Outcome]) -> None:
    written = outcomes["functions"].writing("/grouped")[-1]["outputs"][0]
    assert columns(written) == {"largest": [("source", "a", "AGGREGATION")]}
    assert certainties(written) == {"largest": "declared"}


def test_a_declared_function_defines_the_output_of_an_rdd_job(
    outcomes: dict[str, Outcome],
) -> None:
    complete = outcomes["functions"].writing("pushed")[-1]
    assert names(complete["outputs"]) == [("pg://db", "pushed")]
    assert ("file", "source") in names(complete["inputs"])


def test_a_declared_function_inside_a_frame_defines_inputs(
    outcomes: dict[str, Outcome],
) -> None:
    read = [names(e["inputs"]) for e in outcomes["functions"].events]
    assert any(("pg://db", "looked up") in each for each in read)


def test_rows_of_the_program_have_the_sources_that_it_declares(
    outcomes: dict[str, Outcome],
) -> None:
    assert outcomes["frames"].value == [0.0, 15.0, 30.0]
    complete = outcomes["frames"].writing("/scores")[-1]
    assert sorted(names(complete["inputs"])) == [("file", "orders"), ("http://rates", "v1")]
    scores = complete["outputs"][0]
    assert columns(scores) == {
        "key": [("orders", "id", "TRANSFORMATION")],
        "score": [("orders", "amount", "TRANSFORMATION"), ("v1", "rate", "TRANSFORMATION")],
        "note": [],
    }
    assert certainties(scores) == {"key": "declared", "score": "declared", "note": "local"}
    assert rows(scores) == [("orders", "kind", "FILTER")]


@pytest.mark.parametrize(
    ("written", "key", "score"), [("/totals", "key", "total"), ("/joined", "key", "score")]
)
def test_a_declaration_holds_in_caches_views_and_self_joins(
    outcomes: dict[str, Outcome], written: str, key: str, score: str
) -> None:
    output = outcomes["frames"].writing(written)[-1]["outputs"][0]
    assert certainties(output) == {key: "declared", score: "declared"}
    sources = {name: {(d, f) for d, f, _ in found} for name, found in columns(output).items()}
    assert sources == {key: {("orders", "id")}, score: {("orders", "amount"), ("v1", "rate")}}


def test_without_declared_columns_each_column_may_come_from_all_columns_of_the_inputs(
    outcomes: dict[str, Outcome],
) -> None:
    output = outcomes["frames"].writing("/coarse")[-1]["outputs"][0]
    sources = {name: {f for _, f, _ in found} for name, found in columns(output).items()}
    assert sources == {name: {"id", "amount", "kind"} for name in ("key", "score", "note")}
    assert set(certainties(output).values()) == {"opaque"}
    undeclared = outcomes["frames"].writing("/undeclared")[-1]
    assert undeclared["inputs"] == []
