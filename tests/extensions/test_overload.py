"""If the worker is slower than Spark, plans are skipped, but no START and no terminal event."""

from __future__ import annotations

import pytest

from tests.e2e import events as ev
from tests.e2e.events import Event
from tests.e2e.spark_submit import Job
from tests.extensions.conftest import Suite
from tests.extensions.outcome import Outcome

PREFIX = "spark.openlineage"
WRITES = 6  # of jobs/many.py


def jobs(suite: Suite) -> list[Job]:
    bounds = {f"{PREFIX}.queue.maxEvents": "1", f"{PREFIX}.stopTimeoutMillis": "60000"}
    overloaded = [
        suite.job("overload", "many", "slow:slow"),
        suite.job("nested", "nested", "slow:slow"),
    ]
    return [Job(job.name, job.script, job.folder, job.conf | bounds) for job in overloaded]


@pytest.fixture(scope="module")
def runs(outcomes: dict[str, Outcome]) -> list[list[Event]]:
    """The runs of the writes, in the order of their start."""
    return runs_of_queries(outcomes["overload"])


def runs_of_queries(outcome: Outcome) -> list[list[Event]]:
    return [run for run in ev.runs(outcome.events).values() if not ev.is_application(run[0])]


def gaps(run: list[Event]) -> set[str]:
    facet = run[-1]["run"]["facets"].get("headwater_coverage", {})
    return {gap["stage"] for gap in facet.get("gaps", [])}


def test_every_query_begins_and_ends(runs: list[list[Event]]) -> None:
    assert [[e["eventType"] for e in run] for run in runs] == [["START", "COMPLETE"]] * WRITES


def test_a_plan_that_was_not_read_is_a_gap(runs: list[list[Event]]) -> None:
    without = [run for run in runs if not run[-1]["outputs"]]
    assert without, "no plan was skipped: the queue was never full"
    assert {frozenset(gaps(run)) for run in without} == {frozenset({"queue"})}
    assert {run[0]["job"]["name"] for run in without} == {
        "overload.execute_insert_into_hadoop_fs_relation_command"
    }


def test_plans_that_were_read_have_full_lineage(runs: list[list[Event]]) -> None:
    [first, *_] = runs
    assert [o["name"].rpartition("/")[2] for o in first[-1]["outputs"]] == ["0"]


def test_a_query_inside_another_one_whose_plan_was_not_read_has_no_run(
    outcomes: dict[str, Outcome],
) -> None:
    found = runs_of_queries(outcomes["nested"])
    assert [[e["eventType"] for e in run] for run in found] == [["START", "COMPLETE"]] * WRITES
    without = [run for run in found if not run[-1]["outputs"]]
    assert without, "no plan was skipped: the queue was never full"
    command = "nested.execute_create_data_source_table_as_select_command"
    assert {run[0]["job"]["name"] for run in without} == {command}


def test_the_last_event_counts_dropped_plans(
    outcomes: dict[str, Outcome], runs: list[list[Event]]
) -> None:
    [*_, last] = outcomes["overload"].application()
    counts = last["run"]["facets"]["headwater_agent"]["counts"]
    assert counts["sparkEventsReduced"] >= len([run for run in runs if "queue" in gaps(run)])
    assert counts["sparkEventsUnread"] == 0
