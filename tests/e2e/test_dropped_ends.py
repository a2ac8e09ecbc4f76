"""What the listener bus has dropped: a run without its end ends all the same, and a stream without its start has a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import events as ev
from tests.e2e.conftest import Suite
from tests.e2e.events import Event
from tests.e2e.spark_submit import Job, file_transport

JOB = Path(__file__).parent / "jobs" / "dropped_ends.py"


@pytest.fixture(scope="module")
def sent(suite: Suite) -> list[Event]:
    paths = suite.paths("dropped_ends", "dropped")
    conf = {"spark.scheduler.listenerbus.eventqueue.shared.capacity": "100"}
    job = Job("dropped", JOB, paths.own, file_transport(paths.events) | conf)
    result = suite.run("dropped_ends", [job])["dropped"]
    assert result.error is None
    assert result.agent_warnings == []
    return ev.read(paths.events)


@pytest.mark.parametrize("what", ["query", "words", "dropped_stream"])
def test_the_run_ends_before_the_application_and_says_why(sent: list[Event], what: str) -> None:
    """A query, an RDD job and a streaming query."""
    (run,) = (g for g in aborted(sent) if name(g[-1]) == what)
    assert [e["eventType"] for e in run if e["eventType"] != "RUNNING"] == ["START", "ABORT"]
    assert "queue" in {
        gap["stage"] for gap in run[-1]["run"]["facets"]["headwater_coverage"]["gaps"]
    }
    assert "dropped by a full queue" in run[-1]["run"]["facets"]["errorMessage"]["message"]
    assert sent.index(run[-1]) < len(sent) - 2


def test_no_other_run_is_aborted(sent: list[Event]) -> None:
    assert len(aborted(sent)) == 3


def test_a_stream_whose_start_was_dropped_has_its_run(sent: list[Event]) -> None:
    """Its first batch shows that it runs; what its batches write names it."""
    (run,) = (g for g in ev.runs(sent).values() if g[0]["job"]["name"].endswith(".late_stream"))
    assert [e["eventType"] for e in run if e["eventType"] != "RUNNING"] == ["START", "COMPLETE"]
    assert [Path(d["name"]).name for d in run[-1]["inputs"]] == ["of_late_stream"]
    streams = {e["run"]["facets"]["headwater_batch"]["run"]["runId"] for e in of_batches(sent)}
    assert streams == {run[0]["run"]["runId"]}


def of_batches(sent: list[Event]) -> list[Event]:
    return [e for e in sent if any(Path(o["name"]).name == "of_batch" for o in e["outputs"])]


def test_a_job_with_the_id_of_a_query_whose_end_was_dropped_has_its_run(sent: list[Event]) -> None:
    """A thread of a pool inherits the id of the query in which it was born."""
    (run,) = (
        g
        for g in ev.runs(sent).values()
        if any(Path(d["name"]).name == "inherited" for d in g[-1]["inputs"])
    )
    assert [e["eventType"] for e in run] == ["START", "COMPLETE"]


def aborted(sent: list[Event]) -> list[list[Event]]:
    return [g for g in ev.runs(sent).values() if g[-1]["eventType"] == "ABORT"]


def name(event: Event) -> str:
    """The stream by its job, the RDD job by what it reads; the query has no plan, and so no datasets."""
    job = event["job"]["name"].rsplit(".", 1)[-1]
    read = [Path(d["name"]).name for d in event["inputs"]]
    return job if job == "dropped_stream" else (read or ["query"])[0]


def test_a_later_query_of_rows_is_not_held(sent: list[Event]) -> None:
    later, last = writer(sent, "later"), writer(sent, "last")
    assert [e["eventType"] for e in later] == ["START", "COMPLETE"]
    assert sent.index(later[-1]) < sent.index(last[0])


def writer(sent: list[Event], output: str) -> list[Event]:
    """The events of the run with an output of this name."""
    (run,) = (
        g
        for g in ev.runs(sent).values()
        if any(Path(o["name"]).name == output for o in g[-1]["outputs"])
    )
    return run
