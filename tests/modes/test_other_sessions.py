"""Sessions that the program has not used yet, or that share nothing with the first one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import events, invariants
from tests.e2e.events import Event
from tests.e2e.spark_submit import LISTENER, DriverResult, file_transport
from tests.modes.conftest import Modes

JOB = Path(__file__).resolve().parent / "jobs" / "other_sessions.py"
CONF = {
    "spark.master": "local[2]",
    "spark.extraListeners": LISTENER,
    "spark.scheduler.listenerbus.eventqueue.shared.capacity": "100",
}


@pytest.fixture(scope="module")
def done(modes: Modes) -> tuple[DriverResult, list[Event]]:
    driver = modes.driver("other_sessions")
    file = driver.folder / "events.jsonl"
    result = driver.submit([str(JOB), str(driver.folder)], CONF | file_transport(file))
    assert result.code == 0, "\n".join(result.log[-60:])
    assert result.agent_warnings == []
    return result, events.read(file)


def test_the_run_of_an_rdd_does_not_build_the_session(
    done: tuple[DriverResult, list[Event]],
) -> None:
    """The state of a session copies the settings of Hadoop, which the program may still change."""
    result, sent = done
    assert "built: False" in result.log
    assert [Path(i["name"]).name for e in sent for i in e["inputs"]][:1] == ["other_sessions"]


def test_a_stream_of_a_session_with_its_own_state_is_one_run(
    done: tuple[DriverResult, list[Event]],
) -> None:
    sent = done[1]
    assert invariants.problems(sent) == []
    writes = [g for g in events.runs(sent).values() if any(e["outputs"] for e in g)]
    (stream,) = writes
    assert stream[0]["job"]["name"].endswith(".of_another_session")
    kinds = [e["eventType"] for e in stream if e["eventType"] != "RUNNING"]
    assert kinds == ["START", "COMPLETE"]
