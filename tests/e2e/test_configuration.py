"""The effect of settings about jobs, runs and names on all kinds of runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import events
from tests.e2e.conftest import Outcome, Suite
from tests.e2e.events import Event

JOB = Path(__file__).parent / "jobs" / "dated.py"
PREFIX = "spark.openlineage."
TRIMMERS = "io.openlineage.client.dataset.partition.trimmer."
PARENT = "0190f5a8-0000-7000-8000-000000000001"
ROOT = "0190f5a8-0000-7000-8000-000000000002"
FACET = {
    "_producer": "https://airflow.example",
    "_schemaURL": "https://airflow.example/f.json",
    "tries": 2,
}
CONTEXT = {
    "parent": {
        "run": {"runId": PARENT, "facets": {"airflow": FACET}},
        "job": {"namespace": "airflow", "name": "dag.task"},
        "root": {"run": {"runId": ROOT}, "job": {"namespace": "airflow", "name": "dag"}},
    }
}
SETTINGS = {
    "declared": {
        "context": json.dumps(CONTEXT),
        "job.owners.team": "data",
        "job.tags": "tier:gold;nightly",
        "run.tags": "trigger:schedule:airflow",
        "facets.custom_environment_variables": "[REGION;DB_PASSWORD]",
    },
    "named": {
        "dataset.namespaceResolvers.disk.type": "pattern",
        "dataset.namespaceResolvers.disk.regex": "^file$",
        "dataset.removePath.pattern": "(?<remove>/named)/out",
        "columnLineage.schemaSizeLimit": "1",
        "timeout.buildDatasetsTimePercentage": "60",
        "debug.logPlanAsJson": "true",
    },
    "whole": {
        "dataset.disabledTrimmers": f"[{TRIMMERS}KeyValueTrimmer;{TRIMMERS}MultiDirDateTrimmer]",
        "job.name": "calendar",
        "job.namespace": "prod",
    },
}
ENVIRONMENT = {"REGION": "eu", "DB_PASSWORD": "PW1", "OPENLINEAGE__JOB__TAGS": "from:environment"}


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """The same job with each configuration, in one JVM."""
    all_settings = SETTINGS | {"off": {"disabled": "true"}}
    settings = {
        name: {PREFIX + key: value for key, value in own.items()}
        for name, own in all_settings.items()
    }
    return suite.under("configuration", JOB, settings, ENVIRONMENT)


def kinds(sent: list[Event]) -> set[str]:
    return {event["job"]["facets"]["jobType"]["jobType"] for event in sent}


def datasets(sent: list[Event]) -> Iterator[tuple[str, dict[str, Any]]]:
    for event in sent:
        for side in ("inputs", "outputs"):
            yield from ((side, dataset) for dataset in event[side])


def dataset_names(sent: list[Event]) -> set[str]:
    """Every dataset name in the events, reduced to the last two parts of a path."""
    all_names = [(d["namespace"], d["name"]) for _, d in datasets(sent)]
    for _, dataset in datasets(sent):
        lineage = dataset["facets"].get("columnLineage", {})
        fields = [field for f in lineage.get("fields", {}).values() for field in f["inputFields"]]
        all_names += [(f["namespace"], f["name"]) for f in fields + lineage.get("dataset", [])]
    return {f"{namespace} {'/'.join(name.split('/')[-2:])}" for namespace, name in all_names}


def subsets(sent: list[Event]) -> dict[str, list[str]]:
    """The last parts of the locations in subset facets, by the last part of the dataset's name."""
    found = {}
    for side, dataset in datasets(sent):
        facet = dataset.get(f"{side[:-1]}Facets", {}).get("subset")
        if facet:
            locations = facet[f"{side[:-1]}Condition"]["locations"]
            found[f"{side} {dataset['name'].rpartition('/')[2]}"] = [
                loc.rpartition("/")[2] for loc in locations
            ]
    return found


@pytest.mark.parametrize("name", SETTINGS)
def test_the_job_has_done_its_work(outcome: Outcome, name: str) -> None:
    assert outcome.job_results[name].error is None
    assert kinds(outcome.sent[name]) == {"APPLICATION", "SQL_JOB", "RDD_JOB"}


def test_an_agent_that_is_switched_off_says_so(outcome: Outcome) -> None:
    log = outcome.job_results["off"].log
    assert outcome.job_results["off"].error is None
    assert outcome.sent["off"] == []
    assert len([line for line in log if "Headwater is off for this application: " in line]) == 1


@pytest.mark.row(
    "conf.owners",
    "conf.job-tags",
    "conf.run-tags",
    "conf.environment-variables",
    "facet.run.environment",
    "facet.run.tags",
    "facet.job.ownership",
    "facet.job.tags",
)
def test_owners_tags_and_variables_are_in_every_event(outcome: Outcome) -> None:
    for event in outcome.sent["declared"]:
        run, job = event["run"]["facets"], event["job"]["facets"]
        assert job["ownership"]["owners"] == [{"name": "data", "type": "team"}]
        tags = [(tag["key"], tag["value"], tag["source"]) for tag in job["tags"]["tags"]]
        assert tags == [
            ("from", "environment", "CONFIG"),
            ("tier", "gold", "CONFIG"),
            ("nightly", "true", "CONFIG"),
        ]
        assert run["tags"]["tags"] == [{"key": "trigger", "value": "schedule", "source": "airflow"}]
        assert run["environment-properties"]["environment-properties"]["REGION"] == "eu"
        assert {"name": "REGION", "value": "eu"} in run["environmentVariables"][
            "environmentVariables"
        ]
        assert "PW1" not in json.dumps(event)


@pytest.mark.row("conf.context")
def test_the_configured_context_is_parent_of_the_application_and_root_of_all_runs(
    outcome: Outcome,
) -> None:
    for event in outcome.sent["declared"]:
        parent = event["run"]["facets"]["parent"]
        assert parent["root"] == CONTEXT["parent"]["root"]
        if events.is_application(event):
            assert parent["run"] == {"runId": PARENT, "facets": {"airflow": FACET}}
            assert parent["job"] == CONTEXT["parent"]["job"]


@pytest.mark.row("conf.remove-path", "resolver.pattern-group", "trimmer.key-value")
def test_names_are_resolved_and_trimmed_in_all_facets(outcome: Outcome) -> None:
    sent = outcome.sent["named"]
    expected = {
        "disk data/orders",
        "disk data/text",
        "disk out/daily",
        "disk out/monthly",
        "disk out/lines",
    }
    assert dataset_names(sent) == expected
    assert not [d for _, d in datasets(sent) if "/named" in d["name"]]
    assert "configuration/out/daily" in str([d["name"] for _, d in datasets(sent)])


@pytest.mark.row("trimmer.subset", "facet.subset")
def test_merged_datasets_list_their_locations(outcome: Outcome) -> None:
    days = ["day=2024-01-01", "day=2024-01-02"]
    assert subsets(outcome.sent["declared"])["inputs daily"] == days
    assert subsets(outcome.sent["declared"])["outputs monthly"] == ["01"]
    reading = [e["inputs"] for e in outcome.sent["declared"] if "monthly" in str(e["outputs"])]
    assert [len(inputs) for inputs in reading] == [1, 1]
    jobs = {e["job"]["name"].rpartition(".")[2] for e in outcome.sent["declared"]}
    assert {"out_daily", "out_monthly"} <= jobs


@pytest.mark.row("trimmer.settings")
def test_without_trimmers_names_are_not_changed(outcome: Outcome) -> None:
    sent = outcome.sent["whole"]
    assert {
        "file daily/day=2024-01-01",
        "file daily/day=2024-01-02",
        "file 2024/01",
    } <= dataset_names(sent)
    assert subsets(sent) == {}
    assert {e["job"]["namespace"] for e in sent} == {"prod"}
    assert {e["job"]["name"].partition(".")[0] for e in sent} == {"calendar"}


@pytest.mark.row("conf.columns-limit")
def test_wide_outputs_have_no_column_lineage_where_it_is_limited(outcome: Outcome) -> None:
    for name, limited in (("named", True), ("whole", False)):
        ends = [
            e
            for e in outcome.sent[name]
            if e["eventType"] == "COMPLETE" and "monthly" in str(e["outputs"])
        ]
        assert len(ends) == 1
        assert ("columnLineage" in ends[0]["outputs"][0]["facets"]) != limited
        coverage_facet = json.dumps(ends[0]["run"]["facets"]["headwater_coverage"])
        assert (
            "2 columns are more than columnLineage.schemaSizeLimit" in coverage_facet
        ) == limited


@pytest.mark.row("conf.timeouts")
def test_the_log_has_ineffective_settings_and_requested_plans(outcome: Outcome) -> None:
    log = outcome.job_results["named"].log
    warned = outcome.job_results["named"].agent_warnings
    assert len(warned) == 1
    assert "timeout.buildDatasetsTimePercentage has no effect" in warned[0]
    assert [row for row in log if "the optimised plan: [{" in row]
    assert not [row for row in outcome.job_results["whole"].log if "plan: [{" in row]
