"""The events of each case equal its expected file."""

from __future__ import annotations

import json

import pytest

from tests.e2e import events, golden
from tests.e2e.case import CASES, Case, load_all
from tests.e2e.conftest import Suite
from tests.e2e.normalise import Normaliser
from tests.e2e.spark_submit import JobResult

ALL = load_all()


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_the_events_are_the_expected_ones(
    case: Case, suite: Suite, job_results: dict[str, JobResult]
) -> None:
    answer = job_results[case.name]
    assert answer.error is None
    paths = suite.paths("cases", case.name)
    normaliser = Normaliser(paths, suite.line.version)
    found = events.read(paths.events)
    actual = normaliser.case(found, answer.since, application=case.application)
    if suite.rewrite:
        golden.rewrite(case, suite.line, suite.golden, actual)
        return
    difference = golden.difference(case, suite.line, suite.golden, actual)
    assert not difference, "\n" + difference


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_healthy_job_has_no_warning_of_the_agent(
    case: Case, suite: Suite, job_results: dict[str, JobResult]
) -> None:
    """A healthy run gives no line of ours at WARN or above."""
    assert suite.agent.exists()
    assert job_results[case.name].agent_warnings == []


def test_spark_3_has_expected_events_of_its_own_only_with_a_reason() -> None:
    for case in ALL:
        special = CASES / case.name / "expected.spark3.json"
        assert special.is_file() == bool(case.values("spark3")), case.name
        if special.is_file():
            common = CASES / case.name / "expected.json"
            assert json.loads(special.read_text()) != json.loads(common.read_text()), case.name
