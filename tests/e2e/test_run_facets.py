"""Run facets about Spark's objects: the job, the plan, and debug information."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Outcome, Suite
from tests.e2e.events import Event

JOB = Path(__file__).parent / "jobs" / "run_facets.py"
ON = {
    f"spark.openlineage.facets.{name}.disabled": "false"
    for name in ("spark.logicalPlan", "spark_unknown", "debug")
}
DEBUG = "spark.openlineage.debug"
VARIANTS = {
    "default": {},
    "all": ON | {"spark.openlineage.transport.secretToken": "a-secret"},
    "bounded": ON
    | {f"{DEBUG}.payloadSizeLimitInKilobytes": "0", f"{DEBUG}.metricsDisabled": "true"},
    "bare": ON | {f"{DEBUG}.metricsDisabled": "true", "spark.openlineage.redact.literals": "true"},
    "smart": {f"{DEBUG}.smart": "true"},
    "outputs": {f"{DEBUG}.smart": "true", f"{DEBUG}.smartMode": "output-missing"},
}


def of_run(sent: list[Event], kind: str, job: str) -> dict[str, Any]:
    """The run facets of the one event of this type whose job name has this suffix."""
    found = [
        event for event in sent if event["eventType"] == kind and event["job"]["name"].endswith(job)
    ]
    assert len(found) == 1
    return dict(found[0]["run"]["facets"])


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """The same job with each setting, in one JVM."""
    return suite.under("run_facets", JOB, VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_job_succeeds_with_every_setting(outcome: Outcome, variant: str) -> None:
    assert outcome.job_results[variant].error is None


@pytest.mark.row("facet.run.job-details")
def test_runs_name_the_first_job_that_ran_for_them(outcome: Outcome) -> None:
    details = of_run(outcome.sent["default"], "COMPLETE", "out_copy")["spark_jobDetails"]
    assert details["jobGroup"] == "nightly"
    assert details["jobDescription"] == "copies of the night"
    assert details["jobCallSite"].startswith("parquet at ")
    own = of_run(outcome.sent["default"], "START", "hadoop")["spark_jobDetails"]
    assert own["jobId"] > details["jobId"] >= 0
    assert own["jobGroup"] == "nightly"


def test_the_call_site_of_a_query_whose_first_job_is_sparks_own_is_the_programs(
    outcome: Outcome,
) -> None:
    details = of_run(outcome.sent["default"], "COMPLETE", "out_joined")["spark_jobDetails"]
    assert details["jobCallSite"].startswith("parquet at ")


def test_facets_that_are_disabled_by_default_are_absent(outcome: Outcome) -> None:
    facet_names = {name for event in outcome.sent["default"] for name in event["run"]["facets"]}
    assert not facet_names & {"spark.logicalPlan", "spark_unknown", "debug"}


@pytest.mark.row("facet.run.logical-plan")
def test_the_plan_is_sparks_own_json_once_a_run(outcome: Outcome) -> None:
    plan = of_run(outcome.sent["all"], "COMPLETE", "out_copy")["spark.logicalPlan"]["plan"]
    classes = [node["class"].rsplit(".", 1)[-1] for node in plan]
    assert classes[0] == "InsertIntoHadoopFsRelationCommand"
    assert classes[-1] == "LogicalRelation"
    assert "a-literal" in json.dumps(plan)
    assert "spark.logicalPlan" not in of_run(outcome.sent["all"], "START", "out_copy")


def test_a_write_in_a_batch_has_its_plan(outcome: Outcome) -> None:
    facets = of_run(outcome.sent["all"], "COMPLETE", "out_batch")
    classes = [node["class"].rsplit(".", 1)[-1] for node in facets["spark.logicalPlan"]["plan"]]
    assert classes[0] == "InsertIntoHadoopFsRelationCommand"
    assert "logicalPlan" in facets["debug"]


def test_a_plan_has_no_literals_where_statements_have_none(outcome: Outcome) -> None:
    facets = of_run(outcome.sent["bare"], "COMPLETE", "out_copy")
    assert "Literal" in json.dumps(facets["spark.logicalPlan"])
    assert "a-literal" not in json.dumps(facets)
    assert "another-literal" not in json.dumps(facets)


@pytest.mark.row("facet.run.debug", "conf.debug")
def test_the_debug_facet_has_the_published_shape_and_no_secret(outcome: Outcome) -> None:
    debug = of_run(outcome.sent["all"], "COMPLETE", "out_copy")["debug"]
    assert (
        debug["classpath"]["sparkVersion"]
        == of_run(outcome.sent["all"], "START", "out_copy")["processing_engine"]["version"]
    )
    assert [detail["onClasspath"] for detail in debug["classpath"]["classDetails"]] == [False] * 3
    assert debug["system"]["javaVersion"]
    settings = debug["config"]["openLineageConfig"]
    assert settings["transport"]["type"] == "file"
    assert settings["namespace"]
    assert debug["config"]["catalogClass"].startswith("org.apache.spark.sql.")
    assert "a-secret" not in json.dumps(outcome.sent["all"])
    nodes = {node["id"]: node for node in debug["logicalPlan"]["nodes"]}
    assert {child for node in nodes.values() for child in node["children"]} < set(nodes)
    metrics = {metric["name"]: metric["value"] for metric in debug["metrics"]["metrics"]}
    assert metrics["openlineage.spark.event.app.start"] == 1
    assert 0 < debug["memory"]["freeMemory"] <= debug["memory"]["maxMemory"] < 1 << 20  # MiB
    assert debug["memory"]["sparkConfDriverMemory"] == "2g"
    assert debug["logs"] == []
    assert "debug" in of_run(outcome.sent["all"], "COMPLETE", "hadoop")
    assert "metrics" not in of_run(outcome.sent["bare"], "COMPLETE", "out_copy")["debug"]


def test_a_debug_facet_that_is_too_large_is_one_line(outcome: Outcome) -> None:
    debug = of_run(outcome.sent["bounded"], "COMPLETE", "out_copy")["debug"]
    assert set(debug) == {"logs", "_producer", "_schemaURL"}
    assert debug["logs"][0].startswith("Skipping debug facet due to payload size: ")


@pytest.mark.row("facet.run.debug", "conf.debug")
@pytest.mark.parametrize(("variant", "has_debug_facet"), [("smart", True), ("outputs", False)])
def test_smart_debugging_reports_runs_with_missing_lineage(
    outcome: Outcome, variant: str, *, has_debug_facet: bool
) -> None:
    assert "debug" not in of_run(outcome.sent[variant], "COMPLETE", "out_copy")
    assert ("debug" in of_run(outcome.sent[variant], "COMPLETE", "out_numbers")) == has_debug_facet
    assert "debug" not in of_run(outcome.sent[variant], "START", "out_numbers")


@pytest.mark.row("facet.run.unknown")
def test_an_unknown_node_is_reported_with_sparks_attributes(outcome: Outcome) -> None:
    debug_nodes = [
        event["run"]["facets"]["spark_unknown"]
        for event in outcome.sent["all"]
        if "spark_unknown" in event["run"]["facets"]
    ]
    assert [t["output"]["description"]["class"].rsplit(".", 1)[-1] for t in debug_nodes] == [
        "DropTable"
    ]
    assert debug_nodes[0]["output"]["outputAttributes"] == []
