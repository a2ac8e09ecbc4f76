"""The events of each case on Delta and Iceberg equal its expected file."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e import events, golden, invariants
from tests.e2e.case import Case, load_all
from tests.e2e.normalise import Normaliser
from tests.e2e.spark_submit import JobResult
from tests.lake.conftest import CASES, Lake

ALL = load_all(CASES)
SNAPSHOT = re.compile(r"\b\d{15,19}\b")


def without_snapshots(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Remove Iceberg's random snapshot ids; Delta's versions are numbers and stay."""
    if isinstance(value, dict):
        return {k: without_snapshots(v) for k, v in value.items()}
    if isinstance(value, list):
        return [without_snapshots(v) for v in value]
    return SNAPSHOT.sub("<snapshot>", value) if isinstance(value, str) else value


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_the_events_are_the_expected_ones(
    case: Case, lake: Lake, job_results: dict[str, JobResult]
) -> None:
    answer = job_results[case.name]
    assert answer.error is None
    paths = lake.paths(case)
    normaliser = Normaliser(paths, lake.line.version)
    found = events.read(paths.events)
    assert invariants.problems(found) == []
    actual = without_snapshots(normaliser.case(found, answer.since, application=case.application))
    if lake.rewrite:
        golden.rewrite(case, lake.line, CASES, actual)
        return
    difference = golden.difference(case, lake.line, CASES, actual)
    assert not difference, "\n" + difference


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_healthy_job_has_no_warning_of_the_agent(
    case: Case, job_results: dict[str, JobResult]
) -> None:
    assert job_results[case.name].agent_warnings == []


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_no_dataset_is_a_log_or_a_secret(
    case: Case, lake: Lake, job_results: dict[str, JobResult]
) -> None:
    """Internal reads of Delta and Iceberg are not datasets, and a catalog's password is not in any event."""
    assert job_results[case.name].error is None
    text = lake.paths(case).events.read_text()
    assert "in-no-event" not in text
    found = [d for e in events.read(lake.paths(case).events) for d in [*e["inputs"], *e["outputs"]]]
    catalogs = ("default_cache_iceberg", "default_rewrite_catalog")
    inner = ("_delta_log", "/metadata/", ".parquet", *catalogs)
    found = [text for d in found for text in (d["namespace"], d["name"])]
    assert [text for text in found if any(word in text for word in inner)] == []


@pytest.mark.parametrize(
    "case", [c for c in ALL if c.name.endswith("_reads")], ids=lambda c: c.name
)
def test_a_read_reports_its_table_version(
    case: Case, lake: Lake, job_results: dict[str, JobResult]
) -> None:
    """The job returns the version of each table from the library; the events must have exactly the same."""
    seen = {
        event["outputs"][0]["name"].rpartition("/")[2]: event["inputs"][0]["facets"]["version"][
            "datasetVersion"
        ]
        for event in events.read(lake.paths(case).events)
        if event["eventType"] == "COMPLETE"
        and event["outputs"]
        and event["inputs"]
        and "version" in event["inputs"][0]["facets"]
    }
    expected = job_results[case.name].value
    assert expected
    assert {name: seen.get(name) for name in expected} == expected


def test_spark_3_has_expected_events_of_its_own_only_with_a_reason() -> None:
    for case in ALL:
        special = CASES / case.name / "expected.spark3.json"
        assert special.is_file() == bool(case.values("spark3")), case.name
