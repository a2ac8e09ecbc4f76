"""The agent starts on its own thread: a registration waits for it, and no event that comes before is lost."""

from __future__ import annotations

from tests.e2e.spark_submit import Job
from tests.extensions.conftest import Suite
from tests.extensions.outcome import Outcome


def jobs(suite: Suite) -> list[Job]:
    """A job that has ended before its extension is imported."""
    job = suite.job("first-job", "first_job", "slow_jobs:jobs")
    job.conf["spark.openlineage.stopTimeoutMillis"] = "60000"  # half of it is for the import
    return [job]


def test_an_extension_registered_at_once_is_called(
    outcomes: dict[str, Outcome],
) -> None:
    assert outcomes["at-once"].value == []
    types = [e["run"]["facets"]["attached"]["type"] for e in outcomes["at-once"].writing("/out")]
    assert types == ["START", "COMPLETE"]


def test_an_extension_that_starts_late_receives_the_jobs_before_it(
    outcomes: dict[str, Outcome],
) -> None:
    complete = outcomes["first-job"].writing("/out")[-1]
    assert complete["eventType"] == "COMPLETE"
    assert {"job start", "job end"} <= set(complete["run"]["facets"])
