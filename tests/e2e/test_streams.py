"""A streaming query is one run, however it ends; queries inside `foreachBatch` name it and its batch."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import events as ev
from tests.e2e import invariants
from tests.e2e.conftest import Suite
from tests.e2e.events import Event
from tests.e2e.spark_submit import Job, JobResult, file_transport

JOB = Path(__file__).parent / "jobs" / "streams.py"
INTERVAL = "spark.openlineage.streaming.runningIntervalMillis"


@dataclass(frozen=True)
class Outcome:
    answer: JobResult
    sent: list[Event]

    def runs_of_job(self, suffix: str) -> list[list[Event]]:
        """The runs of the job whose name has this suffix."""
        groups = ev.runs(self.sent).values()
        return [g for g in groups if g[0]["job"]["name"].endswith(f".{suffix}")]

    def stream(self, name: str) -> list[Event]:
        (found,) = self.runs_of_job(f"write_to_stream.{name}")
        return found

    def children(self, name: str) -> list[list[Event]]:
        run = self.stream(name)[0]["run"]["runId"]
        groups = ev.runs(self.sent).values()
        return [g for g in groups if {ev.stream_of(e) for e in g} == {run}]


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    paths = suite.paths("streams", "ends")
    conf = file_transport(paths.events) | {INTERVAL: "3600000"}
    job_results = suite.run("streams", [Job("ends", JOB, paths.own, conf, ["orders"])])
    return Outcome(job_results["ends"], ev.read(paths.events))


def parent(event: Event) -> dict[str, Any]:
    return dict(event["run"]["facets"].get("parent", {}))


def batch(event: Event) -> dict[str, Any]:
    return dict(event["run"]["facets"]["headwater_batch"])


def kinds(events: list[Event]) -> list[str]:
    return [e["eventType"] for e in events]


def facet(event: Event) -> dict[str, Any]:
    return dict(event["run"]["facets"]["headwater_streaming"])


def columns(event: Event, column: str) -> list[str]:
    fields = event["outputs"][0]["facets"]["columnLineage"]["fields"][column]["inputFields"]
    return sorted(f"{Path(f['name']).name}.{f['field']}" for f in fields)


@pytest.mark.row("stream.one-run")
def test_every_run_begins_and_ends_once(outcome: Outcome) -> None:
    assert outcome.answer.error is None
    assert invariants.problems(outcome.sent) == []
    assert outcome.answer.agent_warnings == []


@pytest.mark.row("stream.one-run")
def test_running_events_are_hourly_and_no_batch_is_lost(outcome: Outcome) -> None:
    first, _ = outcome.runs_of_job("write_to_stream.three_batches")
    assert kinds(first) == ["START", "RUNNING", "COMPLETE"]
    counts = [(facet(e)["batches"], facet(e)["inputRows"], facet(e)["batchId"]) for e in first[1:]]
    assert counts == [(1, 1, 0), (3, 3, 2)]
    (source,) = facet(first[-1])["sources"]
    assert "startOffset" not in source
    assert source["endOffset"] == '{"logOffset":2}'


def test_a_restart_is_a_new_run_of_the_same_job(outcome: Outcome) -> None:
    first, second = outcome.runs_of_job("write_to_stream.three_batches")
    assert kinds(second) == ["START", "COMPLETE"]
    assert facet(first[0])["queryId"] == facet(second[0])["queryId"]
    assert facet(first[0])["runId"] != facet(second[0])["runId"]
    assert facet(first[0])["name"] == "three batches"
    assert "batches" not in facet(second[-1])


def test_lineage_is_the_querys_own_whatever_a_batch_had(outcome: Outcome) -> None:
    events = outcome.stream("half_idle")
    assert [Path(i["name"]).name for i in events[0]["inputs"]] == ["in", "idle"]
    for event in events[1:]:
        assert [Path(i["name"]).name for i in event["inputs"]] == ["in", "idle"]
        assert columns(event, "id") == ["idle.id", "in.id"]


def test_queries_at_the_same_time_are_apart(outcome: Outcome) -> None:
    for n in range(3):
        events = outcome.stream(f"beside{n}")
        assert kinds(events)[-1] == "COMPLETE"
        assert [Path(o["name"]).name for o in events[-1]["outputs"]] == [f"beside{n}"]
        assert facet(events[-1])["inputRows"] == 3


def test_an_exception_in_foreach_batch_fails_only_the_stream(
    outcome: Outcome,
) -> None:
    events = outcome.stream("broken")
    assert kinds(events) == ["START", "FAIL"]
    assert "boom in the user's code" in events[-1]["run"]["facets"]["errorMessage"]["message"]
    (child,) = outcome.children("broken")
    assert kinds(child) == ["START", "COMPLETE"]
    assert columns(child[-1], "id") == ["in.id"]


def test_a_batch_that_fails_fails_the_stream(outcome: Outcome) -> None:
    events = outcome.stream("raises")
    assert kinds(events) == ["START", "FAIL"]
    error = events[-1]["run"]["facets"]["errorMessage"]
    assert "boom" in error["stackTrace"]
    assert outcome.children("raises") == []


def test_a_command_in_foreach_batch_is_one_run_that_names_its_batch(outcome: Outcome) -> None:
    children = outcome.children("commands")
    assert [Path(c[-1]["outputs"][0]["name"]).name for c in children] == ["made0", "made1", "made2"]
    for child in children:
        assert kinds(child) == ["START", "COMPLETE"]
        assert columns(child[-1], "id") == ["in.id"]
        assert parent(child[0]) == parent(outcome.stream("commands")[0])
        assert batch(child[-1])["job"]["name"].endswith(".write_to_stream.commands")
    assert [batch(child[-1])["batchId"] for child in children] == [0, 1, 2]


def test_writes_of_a_thread_pool_in_foreach_batch_name_the_stream(outcome: Outcome) -> None:
    children = outcome.children("pooled")
    assert [Path(c[-1]["outputs"][0]["name"]).name for c in children] == [
        "pooled0",
        "pooled1",
        "pooled2",
    ]
    for child in children:
        assert kinds(child) == ["START", "COMPLETE"]
        assert columns(child[-1], "id") == ["in.id"]


@pytest.mark.row("stream.one-run")
def test_writes_in_foreach_batch_depend_on_all_sources_of_the_stream(outcome: Outcome) -> None:
    children = outcome.children("stitched")
    assert len(children) == 3
    for child in children:
        assert columns(child[-1], "s") == ["idle.status", "in.status"]


def test_a_query_that_its_owner_stops_is_complete(outcome: Outcome) -> None:
    events = outcome.stream("stopped")
    assert kinds(events)[-1] == "COMPLETE"
    assert facet(events[-1])["trigger"] == "ProcessingTimeTrigger(10)"


def test_a_query_that_runs_when_its_application_ends_is_aborted(outcome: Outcome) -> None:
    for name in ("left", "also"):
        assert kinds(outcome.stream(name))[-1] == "ABORT"
    assert facet(outcome.stream("also")[0])["trigger"] == "ContinuousTrigger(3600000)"
    assert outcome.sent[-1]["eventType"] == "COMPLETE"
