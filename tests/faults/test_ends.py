"""Processes that end while the backend hangs: the exit code is unchanged, and the events wait on disk."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import invariants, spooled
from tests.e2e.backend import backend
from tests.e2e.events import Event, is_application
from tests.e2e.spark_submit import LISTENER, DriverResult
from tests.faults.behaviours import hangs
from tests.faults.conftest import Suite
from tests.faults.fault import HERE, http
from tests.faults.table import Row

ENDS = {"no stop": 0, "exit code 3": 3, "exception": 1, "System.exit(5)": 5, "SIGTERM": 143}
# The guaranteed limit: the agent delays the end of an application by at most the default of stopTimeoutMillis.
PROMISED_SECONDS = 5.0
# Tolerance: the exit times of a cold JVM vary by this on a busy machine, even without the agent.
NOISE_SECONDS = 5.0
# Tolerance: the agent shares two cores with Spark, so that Spark's own shutdown may take twice as long.
NOISE_FACTOR = 2.0


@dataclass(frozen=True)
class Application:
    """`ending` is the time in seconds from the last line of the program to the end of the process."""

    driver_result: DriverResult
    ending: float
    spool: Path

    @property
    def events(self) -> list[Event]:
        return spooled.waiting_events(self.spool)

    @property
    def agent_log(self) -> list[str]:
        return self.driver_result.agent_warnings


def submit(suite: Suite, name: str, how: str, conf: dict[str, str]) -> Application:
    driver = suite.driver(f"ends/{name}")
    script = str(HERE / "jobs" / "ends.py")
    last_line = driver.folder / "last-line"
    driver_result = driver.submit(
        [script, str(driver.folder / "out"), how, str(last_line)],
        {"spark.master": "local[2]"} | conf,
    )
    now = time.time()
    assert last_line.exists(), driver_result.log[-20:]
    return Application(driver_result, now - float(last_line.read_text()), driver.spool)


@pytest.fixture(scope="module")
def plain(suite: Suite) -> Application:
    """The same application without the agent."""
    return submit(suite, "plain", "no stop", {})


@pytest.fixture(scope="module")
def applications(suite: Suite) -> dict[str, Application]:
    with backend(hangs) as received:
        conf = http(received.url) | {"spark.extraListeners": LISTENER}
        return {how: submit(suite, str(code), how, conf) for how, code in ENDS.items()}


@pytest.fixture(scope="module", autouse=True)
def table_rows(applications: dict[str, Application], plain: Application, rows: list[Row]) -> None:
    """Add these applications to the table that is printed at the end."""
    rows.extend(row(how, each, plain) for how, each in applications.items())


def row(how: str, application: Application, plain: Application) -> Row:
    result = "same" if application.driver_result.code == ENDS[how] else "DIFFERS"
    delays = (
        application.driver_result.seconds - plain.driver_result.seconds,
        application.ending - plain.ending,
    )
    total, end = (f"{delay:+.1f}" for delay in delays)
    return Row(
        (
            f"process: {how}",
            result,
            total,
            end,
            0,
            len(application.events),
            0,
            0,
            len(application.agent_log),
        )
    )


@pytest.mark.parametrize("how", ENDS)
def test_the_exit_code_is_the_programs_own(applications: dict[str, Application], how: str) -> None:
    driver_result = applications[how].driver_result
    assert driver_result.code == ENDS[how], driver_result.log[-20:]


@pytest.mark.parametrize("how", ENDS)
def test_the_process_ends_in_time(
    applications: dict[str, Application], plain: Application, how: str
) -> None:
    noise = NOISE_SECONDS + NOISE_FACTOR * plain.ending
    assert applications[how].ending < PROMISED_SECONDS + noise


@pytest.mark.row("life.shutdown", "life.application")
@pytest.mark.parametrize("how", ENDS)
def test_every_run_has_ended_and_waits(applications: dict[str, Application], how: str) -> None:
    events = applications[how].events
    assert len(events) == 4, "the application, the write"
    assert invariants.problems(events) == []


@pytest.mark.row("life.killed")
def test_a_signal_between_queries_aborts_the_application(
    applications: dict[str, Application],
) -> None:
    """A program that ends without `stop()` is no failure, although Spark reports both ends in the same way."""
    assert end_of_application(applications["SIGTERM"]) == "ABORT"
    assert end_of_application(applications["no stop"]) == "COMPLETE"


@pytest.mark.row("life.application")
@pytest.mark.parametrize("how", ["exception", "exit code 3"])
def test_the_application_of_a_python_program_that_fails_has_failed(
    applications: dict[str, Application], how: str
) -> None:
    assert end_of_application(applications[how]) == "FAIL"


def end_of_application(application: Application) -> str:
    (end,) = [e for e in application.events if is_application(e) and e["eventType"] != "START"]
    return str(end["eventType"])
