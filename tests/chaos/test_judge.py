"""The judge of a chaos run finds what must not be."""

from __future__ import annotations

import signal
from dataclasses import replace
from typing import Any

from tests.chaos.application import Outcome
from tests.chaos.judge import judge
from tests.chaos.scenario import QUERIES, Scenario
from tests.e2e.events import Event

NAME = "application-0"
SCENARIO = Scenario(NAME, None, 0, 0.0, -1, read_only=False, extensions=False, clock="+0")
RESULTS: dict[int, Any] = {n: [[n]] for n in range(QUERIES)}
GOOD = Outcome(SCENARIO, 0, False, RESULTS, [], False)
FAILED = "|WARN|io.headwater.shell.ApplicationAgent|Headwater: 10 events sent; 2 failed; 0 wait"


def event(number: int, sequence: int, kind: str) -> Event:
    return {
        "eventType": kind,
        "eventTime": "2026-01-01T00:00:00Z",
        "run": {
            "runId": f"0193a000-0000-7000-8000-{number:012}",
            "facets": {"headwater_sequence": {"sequence": sequence}},
        },
        "job": {"namespace": NAME, "name": f"write.{number}"},
        "inputs": [],
        "outputs": [{"namespace": "file", "name": f"/work/out/{number}"}],
    }


def events(numbers: range = range(QUERIES)) -> list[Event]:
    return [event(n, s, kind) for n in numbers for s, kind in enumerate(("START", "COMPLETE"))]


def problems(outcome: Outcome, accepted: list[Event]) -> list[str]:
    return judge([outcome], accepted, RESULTS, 2 * QUERIES).problems


def test_an_application_without_losses_has_no_problem() -> None:
    assert problems(GOOD, events()) == []
    assert problems(GOOD, events() + events()) == [], "an event that is sent twice is counted"


def test_other_rows_a_wrong_exit_code_and_a_hanging_job_are_problems() -> None:
    assert problems(replace(GOOD, results=RESULTS | {3: [[4]]}), events())
    assert problems(replace(GOOD, code=1), events())
    assert problems(replace(GOOD, hung=True), events())
    assert problems(replace(GOOD, results={0: [[0]]}), events())


def test_a_missing_event_is_a_problem_unless_the_log_declares_it() -> None:
    assert problems(GOOD, events()[:-2])
    assert problems(replace(GOOD, log=[FAILED]), events()[:-2]) == []
    assert problems(replace(GOOD, log=[FAILED]), events()[:-4])


def test_a_run_with_two_ends_or_two_starts_is_a_problem() -> None:
    assert problems(GOOD, [*events(), event(3, 2, "ABORT")])
    assert problems(GOOD, [*events(), event(3, 2, "START")])


def test_a_killed_driver_may_lose_the_tail_of_its_work_and_nothing_between() -> None:
    killed = replace(GOOD, code=-9, scenario=replace(SCENARIO, end=signal.SIGKILL))
    found = judge([killed], events(range(10)), RESULTS, 2 * QUERIES)
    assert (found.problems, found.in_memory) == ([], 2 * (QUERIES - 10))
    assert problems(killed, events(range(3)) + events(range(4, 10)))
    assert problems(killed, events(range(10))[:-1]), "a run without an end"
    refused = replace(killed, refused=True)
    assert problems(refused, events(range(3)) + events(range(4, 10))) == []


def test_a_terminated_driver_ends_its_runs_and_loses_nothing() -> None:
    terminated = replace(GOOD, code=143, scenario=replace(SCENARIO, end=signal.SIGTERM))
    assert problems(terminated, events()) == []
    assert problems(terminated, events(range(10)))
    assert problems(terminated, events()[:-1]), "a run without an end"
    assert problems(replace(terminated, log=[FAILED]), events()[:-1]) == []
