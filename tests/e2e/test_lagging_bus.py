"""Queries that have ended before the listener bus delivers their start have the runs and the lineage of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import events as ev
from tests.e2e import invariants
from tests.e2e.conftest import Suite
from tests.e2e.events import Event
from tests.e2e.spark_submit import Job, file_transport

JOB = Path(__file__).parent / "jobs" / "lagging_bus.py"


@pytest.fixture(scope="module")
def sent(suite: Suite) -> list[Event]:
    paths = suite.paths("lagging_bus", "late")
    job = Job("late", JOB, paths.own, file_transport(paths.events), ["orders"])
    result = suite.run("lagging_bus", [job])["late"]
    assert result.error is None
    assert result.agent_warnings == []
    return ev.read(paths.events)


def writers(sent: list[Event], output: str) -> list[list[Event]]:
    """The events of each run with an output of this name."""
    groups = ev.runs(sent).values()
    return [g for g in groups if any(name(o) == output for e in g for o in e["outputs"])]


def name(dataset: Event) -> str:
    return Path(dataset["name"]).name


def sources(event: Event, column: str) -> list[str]:
    fields = event["outputs"][0]["facets"]["columnLineage"]["fields"][column]["inputFields"]
    return sorted(f"{name(f)}.{f['field']}" for f in fields)


@pytest.mark.row("node.ctas")
@pytest.mark.parametrize(("table", "source"), [("late", "orders.id"), ("later", "late.k")])
def test_a_create_table_as_select_is_one_run(sent: list[Event], table: str, source: str) -> None:
    (run,) = writers(sent, table)
    assert [e["eventType"] for e in run] == ["START", "COMPLETE"]
    assert sources(run[-1], "k") == [source]
    assert run[-1]["outputs"][0]["outputFacets"]["outputStatistics"]["rowCount"] > 0


@pytest.mark.parametrize("output", ["copy", "of_batch", "of_pool"])
def test_a_write_in_foreach_batch_is_one_run_with_the_columns_of_the_stream(
    sent: list[Event], output: str
) -> None:
    (run,) = writers(sent, output)
    assert sources(run[-1], "id") == ["orders.id"]
    assert is_of_stream(run[-1], sent)


def test_an_rdd_job_in_foreach_batch_is_a_run_of_the_stream(sent: list[Event]) -> None:
    """The job is gone when its start is read, so that only its stages tell what it has read."""
    (run,) = (g for g in ev.runs(sent).values() if [name(i) for i in g[-1]["inputs"]] == ["text"])
    assert [e["eventType"] for e in run] == ["START", "COMPLETE"]
    assert is_of_stream(run[-1], sent)


def is_of_stream(event: Event, sent: list[Event]) -> bool:
    """Whether the run is one of a batch of the stream."""
    streams = {e["run"]["runId"] for e in sent if e["job"]["name"].endswith("late_batches")}
    return {ev.stream_of(event)} == streams


def test_the_events_are_consistent(sent: list[Event]) -> None:
    assert invariants.problems(sent) == []
