"""However a program ends, its exit code is unchanged, and its last events contain the results of extensions."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.e2e import events as ev
from tests.e2e.events import Event
from tests.e2e.spark_submit import LISTENER, DriverResult, file_transport
from tests.extensions.conftest import HERE, PYTHON, Suite, acme
from tests.extensions.outcome import errors, names, writing
from tests.extensions.processes import hosts

CODES = {"none": 0, "code": 3}
# Seconds for a whole driver, which takes ten; a guard against hanging, no promise: the extension hangs for 300.
BOUND = 150
HANGS = {f"{PYTHON}.extensions": ",".join(acme("bad:HangsAtTheEnd", "bad:hangs"))}


@dataclass(frozen=True)
class Application:
    driver_result: DriverResult
    events: list[Event]


def submitted(suite: Suite, how: str, extensions: dict[str, str]) -> Application:
    driver = suite.driver(f"ends-{how}")
    events = driver.folder / "events.jsonl"
    conf = file_transport(events) | {"spark.extraListeners": LISTENER, "spark.master": "local[2]"}
    script = [str(HERE / "jobs" / "ends.py"), how, str(driver.folder)]
    driver_result = driver.submit(script, conf | extensions)
    return Application(driver_result, ev.read(events))


@pytest.fixture(scope="module")
def applications(suite: Suite) -> dict[str, Application]:
    """One application for each way to end; the hanging one also has hanging extensions in a host."""
    hanging = {"code": HANGS}
    return {how: submitted(suite, how, hanging.get(how, {})) for how in CODES}


@pytest.mark.parametrize("how", CODES)
def test_the_exit_code_is_the_programs_own(applications: dict[str, Application], how: str) -> None:
    driver_result = applications[how].driver_result
    assert driver_result.code == CODES[how], driver_result.log[-20:]
    assert driver_result.seconds < BOUND


@pytest.mark.parametrize("how", CODES)
def test_the_last_events_have_the_results_of_attached_extensions(
    applications: dict[str, Application], how: str
) -> None:
    start, complete = writing(applications[how].events, "/out")
    assert names(start["inputs"]) == names(complete["inputs"]) == [("acme", "mine")]
    assert "slow" in complete["run"]["facets"]
    assert [e["eventType"] for e in applications[how].events][-1] in ev.TERMINAL


def test_extensions_that_hang_are_named(applications: dict[str, Application]) -> None:
    assert "did not answer within" in errors(applications["code"].events)["hangs"]


def test_no_host_is_left(applications: dict[str, Application], suite: Suite) -> None:
    assert applications
    assert hosts(suite.work) == []
