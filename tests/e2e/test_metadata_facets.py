"""Facets from the configuration, the orchestrator, the code forge, the user, the statement and the catalog."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Outcome, Suite
from tests.e2e.events import Event

JOB = Path(__file__).parent / "jobs" / "metadata_facets.py"
PREFIX = "spark.openlineage."
CODE = f"{PREFIX}job.sourceCodeLocation."
NAMES = (
    "nominalTime",
    "documentation",
    "sourceCodeLocation",
    "executionParameters",
    "dataQualityMetrics",
    "hierarchy",
)
ON = {f"{PREFIX}facets.executionParameters.disabled": "false"}
VARIANTS = {
    "default": {},
    "asked": ON,
    "declared": {
        f"{PREFIX}run.nominalStartTime": "2026-02-01T06:00:00+01:00",
        f"{PREFIX}run.nominalEndTime": "2026-02-02T06:00:00+01:00",
        f"{PREFIX}job.description": "the nightly load",
        f"{CODE}url": "https://bob:PW1@forge.example/jobs/load.py",
        f"{CODE}repoUrl": "git@forge.example:team/jobs.git",
        f"{CODE}path": "load.py",
    },
    "strict": ON | {f"{PREFIX}redact.literals": "true"},
    "broken": {
        f"{PREFIX}run.nominalStartTime": "yesterday",
        f"{CODE}branch": "main",
    },
    "off": {f"{PREFIX}facets.{name}.disabled": "true" for name in NAMES},
}
ENVIRONMENT = {
    "AIRFLOW_CTX_LOGICAL_DATE": "2026-01-31T00:00:00+00:00",
    "GITHUB_ACTIONS": "true",
    "GITHUB_SERVER_URL": "https://forge.example",
    "GITHUB_REPOSITORY": "team/jobs",
    "GITHUB_SHA": "abc",
    "GITHUB_REF": "refs/pull/42/merge",
    "GITHUB_REF_NAME": "42/merge",
    "GITHUB_REF_TYPE": "branch",
    "GITHUB_HEAD_REF": "fix",
}


def end(sent: list[Event], output: str) -> Event:
    """The terminal event of the one run that writes this output."""
    (found,) = [
        event
        for event in sent
        if event["eventType"] == "COMPLETE"
        and any(d["name"].endswith(f"/out/{output}") for d in event["outputs"])
    ]
    return found


def query_run_facets(sent: list[Event], text: str) -> dict[str, Any]:
    """The run facets of the one query with this text, at its end."""
    (found,) = [
        event
        for event in sent
        if event["eventType"] == "COMPLETE"
        and text in event["job"]["facets"].get("sql", {}).get("query", "")
    ]
    return dict(found["run"]["facets"])


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """The same job with each setting, in one JVM, with the environment of Airflow and GitHub."""
    return suite.under("metadata_facets", JOB, VARIANTS, ENVIRONMENT)


def body(facet: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facet.items() if not key.startswith("_")}


def parameters(facets: dict[str, Any]) -> dict[str, str]:
    return {p["key"]: p["value"] for p in facets["executionParameters"]["parameters"]}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_job_has_done_its_work(outcome: Outcome, variant: str) -> None:
    assert outcome.job_results[variant].error is None
    kinds = {e["job"]["facets"]["jobType"]["jobType"] for e in outcome.sent[variant]}
    assert kinds == {"APPLICATION", "SQL_JOB", "RDD_JOB"}


@pytest.mark.row("facet.run.nominal-time", "facet.job.source-code-location")
def test_facts_of_orchestrator_and_forge_are_in_every_event(outcome: Outcome) -> None:
    for event in outcome.sent["default"]:
        time = body(event["run"]["facets"]["nominalTime"])
        assert time == {"nominalStartTime": "2026-01-31T00:00:00Z"}
        assert body(event["job"]["facets"]["sourceCodeLocation"]) == {
            "type": "git",
            "url": "https://forge.example/team/jobs/tree/abc",
            "repoUrl": "https://forge.example/team/jobs.git",
            "version": "abc",
            "branch": "fix",
            "pullRequestNumber": "42",
        }


@pytest.mark.row(
    "conf.nominal-time",
    "conf.job-description",
    "conf.source-code",
    "facet.run.nominal-time",
    "facet.job.documentation",
    "facet.job.source-code-location",
)
def test_the_configuration_takes_precedence(outcome: Outcome) -> None:
    for event in outcome.sent["declared"]:
        run, job = event["run"]["facets"], event["job"]["facets"]
        assert body(run["nominalTime"]) == {
            "nominalStartTime": "2026-02-01T06:00:00+01:00",
            "nominalEndTime": "2026-02-02T06:00:00+01:00",
        }
        assert body(job["documentation"]) == {"description": "the nightly load"}
        assert body(job["sourceCodeLocation"]) == {
            "type": "git",
            "url": "https://forge.example/jobs/load.py",
            "repoUrl": "git@forge.example:team/jobs.git",
            "path": "load.py",
        }


@pytest.mark.row("facet.job.documentation")
def test_a_query_has_only_the_description_of_the_user(outcome: Outcome) -> None:
    described = {
        event["job"]["name"].rpartition(".")[2]: event["job"]["facets"]["documentation"]
        for event in outcome.sent["default"]
        if "documentation" in event["job"]["facets"]
    }
    assert [body(f) for f in described.values()] == [{"description": "copies of the night"}] * 2
    assert "out_described" in described


def test_an_invalid_value_is_logged_and_has_no_facet(outcome: Outcome) -> None:
    for event in outcome.sent["broken"]:
        assert "nominalTime" not in event["run"]["facets"]
        assert "sourceCodeLocation" not in event["job"]["facets"]
    lines = outcome.job_results["broken"].agent_warnings
    assert len(lines) == 2
    assert f'{PREFIX}run.nominalStartTime is "yesterday": no time with an offset' in lines[0]
    assert f"{CODE}url: missing; write where" in lines[1]


@pytest.mark.row("facet.run.execution-parameters")
def test_parameters_are_reported_if_enabled(suite: Suite, outcome: Outcome) -> None:
    """Spark 4.1 and later insert parameters into the text before they parse it."""
    if suite.line.id not in {"3.5", "4.0"}:
        assert "executionParameters" not in str(outcome.sent["asked"])
        return
    named_parameters = parameters(query_run_facets(outcome.sent["asked"], ":api_token"))
    assert named_parameters == {"least": "2", "api_token": "*********(redacted)"}
    assert "PW1" not in str(outcome.sent)
    assert parameters(query_run_facets(outcome.sent["asked"], "status = ?")) == {
        "1": "new",
        "2": "1.5",
    }
    hidden = parameters(query_run_facets(outcome.sent["strict"], "status = ?"))
    assert hidden == dict.fromkeys(("1", "2"), "*********(redacted)")
    assert "executionParameters" not in query_run_facets(outcome.sent["default"], ":api_token")


def test_a_query_created_by_a_statement_has_no_parameters(outcome: Outcome) -> None:
    """Spark has inserted the values into the plan."""
    assert "executionParameters" not in end(outcome.sent["asked"], "later")["run"]["facets"]


@pytest.mark.row("facet.input.quality-metrics")
def test_an_analysed_table_has_its_metrics_until_it_changes(outcome: Outcome) -> None:
    (table,) = end(outcome.sent["default"], "measured")["inputs"]
    metrics = body(table["inputFacets"]["dataQualityMetrics"])
    assert metrics.pop("bytes") > 0
    assert metrics == {
        "rowCount": 3,
        "columnMetrics": {
            "id": {"nullCount": 0, "distinctCount": 3, "min": 1.0, "max": 3.0},
            "name": {"nullCount": 1, "distinctCount": 2},
            "amount": {"nullCount": 0, "distinctCount": 3, "min": -1.0, "max": 20.0},
            "big": {"nullCount": 0, "distinctCount": 3, "min": 5.0},
            "day": {"nullCount": 2, "distinctCount": 1},
        },
    }
    for output in ("counted", "changed"):
        (table,) = end(outcome.sent["default"], output)["inputs"]
        assert "dataQualityMetrics" not in table["inputFacets"]


@pytest.mark.row("facet.dataset.hierarchy")
def test_a_table_has_its_place_in_the_catalog_and_a_folder_has_none(outcome: Outcome) -> None:
    found = end(outcome.sent["default"], "measured")
    levels = found["inputs"][0]["facets"]["hierarchy"]["hierarchy"]
    assert [(level["type"], level["name"]) for level in levels] == [
        ("CATALOG", "spark_catalog"),
        ("DATABASE", "default"),
        ("TABLE", "measured"),
    ]
    assert "hierarchy" not in found["outputs"][0]["facets"]


def test_each_facet_can_be_disabled(outcome: Outcome) -> None:
    text = str(outcome.sent["off"])
    assert [name for name in NAMES if f"'{name}'" in text] == []
