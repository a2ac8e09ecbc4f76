"""The oldest releases of Delta and Iceberg that platforms have: `--oldest` runs these cases, and no others.

AWS Glue 4 has Spark 3.3 with Iceberg 1.0 and Delta 2.1, EMR 6.12 has Spark 3.4 with Iceberg 1.3, and EMR 7.0 has Spark 3.5
with Iceberg 1.4 and Delta 3.0. What a query has read and written, and the columns, must be the same as with the release in
the expected file. Counts and versions are not compared: an older release measures less.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.e2e import events, golden, invariants
from tests.e2e.case import Case, load_all
from tests.e2e.normalise import Normaliser
from tests.e2e.spark_submit import JobResult
from tests.lake.conftest import CASES, Lake
from tests.lake.test_cases import without_snapshots

ALL = load_all(CASES)


def lineage(case: dict[str, Any]) -> list[str]:
    """Return a line for each output of each run: its name, its inputs, and its columns with their sources."""
    inputs: dict[str, set[str]] = {}
    outputs: dict[tuple[str, str], str] = {}
    for event in case["events"]:
        run = event["run"]["runId"]
        inputs.setdefault(run, set()).update(name_of(d) for d in listed(event.get("inputs", [])))
        for dataset in listed(event.get("outputs", [])):
            columns = outputs.setdefault((run, name_of(dataset)), "")
            facet = listed(dataset["facets"]).get("columnLineage", columns)
            if isinstance(facet, dict):
                outputs[run, name_of(dataset)] = json.dumps(facet, sort_keys=True)
    return sorted(
        f"{name} <- {sorted(inputs[run])} {columns}" for (run, name), columns in outputs.items()
    )


def listed(part: Any) -> Any:  # noqa: ANN401 - JSON
    """What an expected file has in place of `<as at START>`, which repeats an earlier event."""
    return {} if isinstance(part, str) else part


def name_of(dataset: dict[str, Any]) -> str:
    return f"{dataset['namespace']} {dataset['name']}"


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_the_lineage_is_that_of_the_expected_events(
    case: Case, lake: Lake, job_results: dict[str, JobResult]
) -> None:
    answer = job_results[case.name]
    assert answer.error is None
    paths = lake.paths(case)
    found = events.read(paths.events)
    assert invariants.problems(found) == []
    normaliser = Normaliser(paths, lake.line.version)
    actual = without_snapshots(normaliser.case(found, answer.since, application=case.application))
    expected = golden.expected(case, lake.line, CASES)
    assert expected is not None
    assert lineage(actual) == lineage(json.loads(expected.read_text()))


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_the_job_has_no_warning_of_the_agent(case: Case, job_results: dict[str, JobResult]) -> None:
    assert job_results[case.name].agent_warnings == []
