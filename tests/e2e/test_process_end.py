"""Whole applications, submitted as a user does: how a process ends changes neither its code nor its events."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.conftest import Suite
from tests.e2e.spark_submit import LISTENER, Ended, Job, file_transport

HERE = Path(__file__).parent
ENDS = {"no stop": 0, "exit code 3": 3, "exception": 1}


@pytest.fixture(scope="module")
def orders(suite: Suite) -> str:
    """The fixture data, written by the first driver that needs it."""
    fixtures = suite.paths("process-end", "fixtures").own
    if not (suite.work / "data").exists():
        script = HERE / "jobs" / "copy_orders.py"
        suite.run("process-end/data", [Job("fixtures", script, fixtures, {}, agent=False)])
    return suite.paths("process-end").table("orders")


@dataclass(frozen=True)
class Application:
    ended: Ended
    folder: Path


def folder(how: str) -> str:
    """A folder's name without blanks, which spark-submit's Java options cannot hold."""
    return re.sub(r"\W+", "-", how)


def submit(suite: Suite, orders: str, how: str, conf: dict[str, str]) -> Application:
    driver = suite.driver(f"process-end/{folder(how)}")
    script = str(HERE / "jobs" / "end_of_process.py")
    target = str(driver.folder / "out")
    listener = {"spark.extraListeners": LISTENER, "spark.master": "local[2]"}
    ended = driver.submit([script, orders, target, how.partition(",")[0]], conf | listener)
    return Application(ended, driver.folder)


@pytest.mark.parametrize("how", ENDS)
def test_a_process_that_never_stops_its_session_keeps_its_exit_code_and_its_events(
    suite: Suite, orders: str, how: str
) -> None:
    file = suite.work / "process-end" / folder(how) / "events.jsonl"
    application = submit(suite, orders, how, file_transport(file))
    assert application.ended.code == ENDS[how], application.ended.log[-20:]
    runs = events.runs(events.read(file))
    assert len(runs) == 2
    assert all(run[0]["eventType"] == "START" for run in runs.values())
    assert all(run[-1]["eventType"] in events.TERMINAL for run in runs.values())


def test_without_a_transport_events_go_to_a_local_file_whose_path_is_logged_once(
    suite: Suite, orders: str
) -> None:
    application = submit(suite, orders, "no stop, no transport", {})
    assert application.ended.code == 0
    files = list((application.folder / "headwater-events").glob("*.jsonl"))
    assert len(files) == 1
    assert len(events.runs(events.read(files[0]))) == 2
    told = [row for row in application.ended.log if str(files[0]) in row and "|DEBUG|" not in row]
    assert len(told) == 1, told
