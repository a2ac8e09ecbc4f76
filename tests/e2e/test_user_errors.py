"""The exceptions that a user's code gets are those that it gets without the agent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import Suite
from tests.e2e.jobs.user_errors import FAILING
from tests.e2e.spark_submit import Job, JobResult, file_transport

JOB = Path(__file__).parent / "jobs" / "user_errors.py"
EVERY_FACET = {
    f"spark.openlineage.facets.{name}.disabled": "false"
    for name in ("spark.logicalPlan", "spark_unknown", "debug")
} | {"spark.openlineage.debug.logPlanAsJson": "true"}
VARIANTS = {"none": (False, {}), "default": (True, {}), "every facet": (True, EVERY_FACET)}


@pytest.fixture(scope="module")
def job_results(suite: Suite) -> dict[str, JobResult]:
    """The same job without the agent and with it, in one JVM."""
    paths = {name: suite.paths("user_errors", name.replace(" ", "_")) for name in VARIANTS}
    jobs = [
        Job(name, JOB, paths[name].own, file_transport(paths[name].events) | conf, agent=agent)
        for name, (agent, conf) in VARIANTS.items()
    ]
    return suite.run("user_errors", jobs)


def test_no_literal_of_a_sensitive_column_leaves_the_driver(
    job_results: dict[str, JobResult], suite: Suite
) -> None:
    """In statements, descriptions, plans, debug facets, and the log of plans."""
    events = suite.paths("user_errors", "every_facet").events.read_text()
    assert "logins" in events
    assert "Zq" not in events
    plans = [line for line in job_results["every facet"].log if "Headwater" in line]
    assert [line for line in plans if "Zq" in line] == []
    assert any("the physical plan" in line for line in plans)


@pytest.mark.parametrize("failure", FAILING)
@pytest.mark.parametrize("variant", ["default", "every facet"])
def test_the_stack_trace_is_the_same_with_the_agent(
    job_results: dict[str, JobResult], variant: str, failure: str
) -> None:
    assert job_results[variant].error is None
    expected = job_results["none"].value[failure]
    assert expected[0]
    assert job_results[variant].value[failure] == expected
