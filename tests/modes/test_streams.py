"""Each kind of streaming query of the newest lines is one run with its own lineage."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import events, invariants
from tests.e2e.events import Event
from tests.e2e.lines import pandas_packages
from tests.e2e.spark_submit import LISTENER, file_transport
from tests.modes.conftest import Modes, columns

JOB = Path(__file__).resolve().parent / "jobs" / "stream_kinds.py"
CONF = {
    "spark.master": "local[2]",
    "spark.extraListeners": LISTENER,
    "spark.sql.streaming.realTimeMode.minBatchDuration": "1000",
    "spark.sql.streaming.stateStore.providerClass": (
        "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
    ),
}


@pytest.fixture(scope="module")
def sent(modes: Modes) -> list[Event]:
    """The events of the job. Its Python has what Spark needs for state of the user's own."""
    driver = modes.driver("streams", env={"PYTHONPATH": pandas_packages()})
    file = driver.folder / "events.jsonl"
    done = driver.submit([str(JOB), str(driver.folder)], CONF | file_transport(file))
    assert done.code == 0, "\n".join(done.log[-60:])
    assert "joined: 9" in done.log
    assert "totals: 3" in done.log
    assert done.agent_warnings == []
    return events.read(file)


def runs(sent: list[Event], query: str) -> list[list[Event]]:
    """The runs of the streaming query with this name."""
    groups = events.runs(sent).values()
    return [g for g in groups if g[0]["job"]["name"].endswith(f".write_to_stream.{query}")]


def ended(sent: list[Event], query: str) -> Event:
    """The last event of the only run of a streaming query."""
    (found,) = runs(sent, query)
    assert found[-1]["eventType"] == "COMPLETE"
    return found[-1]


def test_every_run_begins_and_ends_once(sent: list[Event]) -> None:
    assert invariants.problems(sent) == []


@pytest.mark.parametrize("kind", ["inner", "left_outer"])
def test_a_join_of_two_streams_reads_both(sent: list[Event], kind: str) -> None:
    event = ended(sent, kind)
    assert sorted(Path(i["name"]).name for i in event["inputs"]) == ["orders", "payments"]
    assert columns(event) == {"id": ["orders.id"], "open": ["orders.amount", "payments.paid"]}


def test_state_of_the_users_own_is_opaque(sent: list[Event]) -> None:
    """What a processor does with the rows is not seen: each column depends on all of them."""
    event = ended(sent, "totals")
    assert [Path(i["name"]).name for i in event["inputs"]] == ["orders"]
    every = sorted(f"orders.{name}" for name in ("id", "customer", "amount", "at"))
    assert columns(event) == {"customer": every, "total": every}
    fields = event["outputs"][0]["facets"]["columnLineage"]["fields"].values()
    descriptions = [
        t["description"] for f in fields for i in f["inputFields"] for t in i["transformations"]
    ]
    assert {events.certainty_and_text(text)[0] for text in descriptions} == {"opaque"}


def test_two_sinks_at_the_same_time_are_two_runs(sent: list[Event]) -> None:
    assert columns(ended(sent, "more")) == {"id": ["orders.id"], "more": ["orders.amount"]}
    stream = runs(sent, "twice")[0][0]["run"]["runId"]
    children = [e for e in sent if e["eventType"] == "COMPLETE" and events.stream_of(e) == stream]
    written = {Path(e["outputs"][0]["name"]).name: columns(e) for e in children}
    assert written == {"ids": {"id": ["orders.id"]}, "amounts": {"amount": ["orders.amount"]}}


def test_a_restart_from_a_checkpoint_is_a_second_run(sent: list[Event]) -> None:
    first, second = (run[-1] for run in runs(sent, "doubled"))
    for event in (first, second):
        assert event["eventType"] == "COMPLETE"
        assert columns(event) == {"id": ["orders.id"], "twice": ["orders.amount"]}
    rows = [e["run"]["facets"]["headwater_streaming"]["inputRows"] for e in (first, second)]
    assert rows == [9, 3]


def test_a_query_in_real_time_is_one_run(sent: list[Event]) -> None:
    event = ended(sent, "real_time")
    assert event["inputs"] == []
    assert event["outputs"] == []
