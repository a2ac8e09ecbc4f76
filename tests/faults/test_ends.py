"""However a process ends while the backend hangs: its exit code is its own, and its events wait on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import invariants, spooled
from tests.e2e.backend import backend
from tests.e2e.events import Event
from tests.e2e.spark_submit import LISTENER, DriverResult
from tests.faults.behaviours import hangs
from tests.faults.conftest import Suite
from tests.faults.fault import HERE, http
from tests.faults.outcome import OURS
from tests.faults.table import Row

ENDS = {"no stop": 0, "exit code 3": 3, "exception": 1, "System.exit(5)": 5}
# The default of stopTimeoutMillis, and a cold JVM's own unevenness on a busy machine.
LONGEST = 5.0 + 15.0


@dataclass(frozen=True)
class Application:
    driver_result: DriverResult
    spool: Path

    @property
    def events(self) -> list[Event]:
        return spooled.waiting_events(self.spool)

    @property
    def agent_log(self) -> list[str]:
        return [row for row in self.driver_result.log if row.startswith(OURS)]


def submit(suite: Suite, name: str, how: str, conf: dict[str, str]) -> Application:
    driver = suite.driver(f"ends/{name}")
    script = str(HERE / "jobs" / "ends.py")
    driver_result = driver.submit(
        [script, str(driver.folder / "out"), how], {"spark.master": "local[2]"} | conf
    )
    return Application(driver_result, driver.spool)


@pytest.fixture(scope="module")
def plain(suite: Suite) -> DriverResult:
    """The same without the agent."""
    return submit(suite, "plain", "no stop", {}).driver_result


@pytest.fixture(scope="module")
def applications(suite: Suite, plain: DriverResult, rows: list[Row]) -> dict[str, Application]:
    with backend(hangs) as received:
        conf = http(received.url) | {"spark.extraListeners": LISTENER}
        found = {how: submit(suite, str(code), how, conf) for how, code in ENDS.items()}
    for how, each in found.items():
        result = "same" if each.driver_result.code == ENDS[how] else "DIFFERS"
        delay = f"{each.driver_result.seconds - plain.seconds:+.1f}"
        cells = (
            f"process: {how}",
            result,
            delay,
            "",
            0,
            len(each.events),
            0,
            0,
            len(each.agent_log),
        )
        rows.append(Row(cells))
    return found


@pytest.mark.parametrize("how", ENDS)
def test_the_exit_code_is_the_programs_own(applications: dict[str, Application], how: str) -> None:
    driver_result = applications[how].driver_result
    assert driver_result.code == ENDS[how], driver_result.log[-20:]


@pytest.mark.parametrize("how", ENDS)
def test_the_process_ends_in_time(
    applications: dict[str, Application], plain: DriverResult, how: str
) -> None:
    assert applications[how].driver_result.seconds < plain.seconds + LONGEST


@pytest.mark.row("life.shutdown", "life.application")
@pytest.mark.parametrize("how", ENDS)
def test_every_run_has_ended_and_waits(applications: dict[str, Application], how: str) -> None:
    events = applications[how].events
    assert len(events) == 4, "the application, the write"
    assert invariants.problems(events) == []
