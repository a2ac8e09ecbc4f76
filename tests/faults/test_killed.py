"""Applications killed at random moments: the next application delivers their spooled events and aborts their open runs."""

from __future__ import annotations

import signal
import subprocess
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import events as ev
from tests.e2e import invariants, spooled
from tests.e2e.backend import Behaviour, Exchange, accepts, backend
from tests.e2e.events import Event
from tests.e2e.spark_submit import LISTENER, Driver, DriverResult
from tests.extensions.waiting import until
from tests.faults import seed
from tests.faults.behaviours import answers_with, hangs
from tests.faults.conftest import Suite
from tests.faults.fault import HERE, OPENLINEAGE, http
from tests.faults.outcome import distinct, of_namespace
from tests.faults.table import Row

ROUNDS: dict[str, tuple[Behaviour, signal.Signals, dict[str, str]]] = {
    "down": (answers_with(500), signal.SIGKILL, {}),
    "up": (accepts, signal.SIGKILL, {}),
    "hangs": (hangs, signal.SIGKILL, {f"{OPENLINEAGE}.spool.mode": "fsync"}),
    "terminated": (hangs, signal.SIGTERM, {}),
}
LIMIT = 180.0  # seconds; a guard against hanging, for what takes about twenty
KILLED = [name for name, (_, how, _) in ROUNDS.items() if how is signal.SIGKILL]


@dataclass
class SwitchingBackend:
    """A backend whose behaviour changes between applications."""

    current: Behaviour = accepts

    def __call__(self, exchange: Exchange) -> None:
        self.current(exchange)


@dataclass(frozen=True)
class KillResult:
    """The events on disk after each round, the events that the backend accepted, and the application that delivered
    them.
    """

    disk: dict[str, list[Event]]
    accepted: list[Event]
    successor: DriverResult
    spool: Path

    def of(self, name: str) -> list[Event]:
        """The events of one round that the backend has received, without duplicates."""
        return distinct(of_namespace(self.accepted, name))


def started(spool: Path) -> int:
    """The number of runs that have started, counted on disk."""
    return sum(file.read_bytes().count(b'"START"') for file in spool.glob("*/*.seg"))


def kill(driver: Driver, spool: Path, how: signal.Signals, conf: dict[str, str]) -> None:
    """Kill the application after some queries, at a random moment of the next one.

    The seed repeats the random choice. The progress of the application at that moment still depends on the machine.
    """
    moment = seed.generator(driver.folder.name)
    driver.folder.mkdir(parents=True)
    before = started(spool)
    command = driver.command([str(HERE / "jobs" / "endless.py"), str(driver.folder / "out")], conf)
    log = driver.folder / "driver.log"
    with log.open("w") as out:
        process = subprocess.Popen(
            command, cwd=driver.folder, env=driver.environment, stdout=out, stderr=out
        )
    try:
        target = before + moment.randint(2, 6)
        until(lambda: started(spool) >= target or process.poll() is not None, LIMIT)
        assert process.poll() is None, log.read_text()[-3000:]
        time.sleep(moment.random())
        process.send_signal(how)
        process.wait(LIMIT)
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def kill_result(suite: Suite) -> KillResult:
    spool = suite.work / "killed" / "spool"
    switch = SwitchingBackend()
    disk: dict[str, list[Event]] = {}
    with backend(switch) as received:
        shared = http(received.url) | {
            f"{OPENLINEAGE}.spool.dir": str(spool),
            "spark.extraListeners": LISTENER,
            "spark.master": "local[2]",
        }
        for name, (behave, how, own) in ROUNDS.items():
            switch.current = behave
            named = {f"{OPENLINEAGE}.namespace": name}
            kill(suite.driver(f"killed/{name}"), spool, how, shared | own | named)
            disk[name] = of_namespace(spooled.all_events(spool), name)
        switch.current = accepts
        driver = suite.driver("killed/successor")
        script = [str(HERE / "jobs" / "successor.py"), str(spool), str(driver.folder / "out")]
        successor = driver.submit(script, shared)
    return KillResult(disk, received.accepted, successor, spool)


@pytest.fixture(scope="module", autouse=True)
def table_rows(kill_result: KillResult, rows: list[Row]) -> None:
    """Add these applications to the table that is printed at the end."""
    rows.extend(row(kill_result, name) for name in ROUNDS)


def row(kill_result: KillResult, name: str) -> Row:
    lost = len([e for e in distinct(kill_result.disk[name]) if e not in kill_result.accepted])
    how = ROUNDS[name][1].name
    return Row(
        (
            f"process: {how}, backend {name}",
            "same",
            "",
            "",
            len(kill_result.of(name)),
            0,
            0,
            lost,
            0,
        )
    )


@pytest.mark.row("beyond.spool")
@pytest.mark.parametrize("name", ROUNDS)
def test_everything_that_was_on_disk_is_delivered(kill_result: KillResult, name: str) -> None:
    assert kill_result.disk[name]
    assert kill_result.successor.code == 0, kill_result.successor.log[-20:]
    assert [e for e in kill_result.disk[name] if e not in kill_result.accepted] == []


@pytest.mark.parametrize("name", ROUNDS)
def test_every_run_has_ended_once(kill_result: KillResult, name: str) -> None:
    assert invariants.problems(kill_result.of(name)) == []


@pytest.mark.row("life.killed")
@pytest.mark.parametrize("name", KILLED)
def test_the_runs_that_the_killed_application_left_open_are_aborted(
    kill_result: KillResult, name: str
) -> None:
    runs = ev.runs(kill_result.of(name)).values()
    ended = Counter(run[-1]["eventType"] for run in runs)
    assert set(ended) <= {"ABORT", "COMPLETE"}
    assert 1 <= ended["ABORT"] <= 2, "the application, and the write that was running"
    (application,) = [run for run in runs if ev.is_application(run[0])]
    assert application[-1]["eventType"] == "ABORT"
    assert application[0]["job"] == application[-1]["job"]


@pytest.mark.parametrize("name", ROUNDS)
def test_no_write_is_missing_between_others(kill_result: KillResult, name: str) -> None:
    written = [
        e["outputs"][0]["name"]
        for e in kill_result.of(name)
        if e["eventType"] == "START" and e["outputs"]
    ]
    numbers = [int(each.rpartition("/")[2]) for each in written]
    assert numbers == list(range(len(numbers)))


def test_an_application_that_is_terminated_ends_its_runs_itself(kill_result: KillResult) -> None:
    """Its terminal events are on disk before the next application starts."""
    events = distinct(kill_result.disk["terminated"])
    assert invariants.problems(events) == []
    ends = [e for e in events if e["eventType"] not in ("START", "RUNNING")]
    (application,) = [e["eventType"] for e in ends if ev.is_application(e)]
    assert application == "ABORT"


def test_nothing_is_left_behind(kill_result: KillResult) -> None:
    assert list(kill_result.spool.iterdir()) == []
