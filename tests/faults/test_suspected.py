"""An event on which a backend always fails, left behind by one application and given up by the next."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from headwater._records import Acknowledgement
from headwater._spool import directories

from tests.e2e import spooled
from tests.e2e.backend import Received, backend
from tests.e2e.events import Event
from tests.e2e.spark_submit import LISTENER, DriverResult
from tests.faults import outcome
from tests.faults.behaviours import answers_with, fails_for_one_event
from tests.faults.conftest import Suite
from tests.faults.fault import HERE, OPENLINEAGE, http

COUNTED_FAILURES = 12


@dataclass(frozen=True)
class Suspected:
    """The events that wait after the first application, the failures that were counted, and what the second has done."""

    waiting: list[Event]
    failures: list[int]
    second: DriverResult
    received: Received
    spool: Path


def acknowledgements(spool: Path) -> list[tuple[Path, Acknowledgement]]:
    files = [file for folder in directories(spool) for file in folder.glob("*.ack")]
    return [(file, Acknowledgement.read(file)) for file in files]


@pytest.fixture(scope="module")
def suspected(suite: Suite) -> Suspected:
    spool = suite.work / "suspected" / "spool"
    with backend(fails_for_one_event(answers_with(500, b"no such column"))) as received:
        conf = http(received.url) | {
            f"{OPENLINEAGE}.spool.dir": str(spool),
            "spark.extraListeners": LISTENER,
            "spark.master": "local[2]",
        }

        def submit(name: str) -> DriverResult:
            driver = suite.driver(f"suspected/{name}")
            script = [str(HERE / "jobs" / "successor.py"), str(spool), str(driver.folder / "out")]
            return driver.submit(script, conf)

        submit("first")
        waiting = spooled.waiting_events(spool)
        found = acknowledgements(spool)
        failures = [times for _, each in found for times in each.failing.values()]
        for file, each in found:  # the tries of half an hour
            each.failing = {end: COUNTED_FAILURES if n else 0 for end, n in each.failing.items()}
            each.write(file)
        return Suspected(waiting, failures, submit("second"), received, spool)


def test_the_events_of_the_failing_run_wait_and_the_failures_are_counted(
    suspected: Suspected,
) -> None:
    assert [e["eventType"] for e in suspected.waiting] == ["START", "COMPLETE"]
    assert any(times > 0 for times in suspected.failures)


def test_the_next_application_gives_the_event_up_with_the_reason(suspected: Suspected) -> None:
    assert suspected.second.code == 0, suspected.second.log[-20:]
    letters = outcome.letters(suspected.spool)
    assert letters[0]["event"] == suspected.waiting[0]
    assert "failed 12 times while others were accepted" in letters[0]["reason"]
    assert "HTTP status 500 no such column" in letters[0]["reason"]


def test_every_other_event_is_accepted_once_also_the_later_one_of_the_run(
    suspected: Suspected,
) -> None:
    failing, later = suspected.waiting
    accepted = suspected.received.accepted
    assert [e for e in suspected.received.events if e not in accepted and e != failing] == []
    assert accepted.count(later) == 1
    assert len(outcome.distinct(accepted)) == len(accepted)
    assert len(outcome.letters(suspected.spool)) == 1


def test_only_the_letter_is_left(suspected: Suspected) -> None:
    names = {file.name for file in suspected.spool.glob("*/*")}
    assert names == {"lock", "dead-letter.jsonl"}
