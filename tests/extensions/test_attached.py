"""Failing extensions of the user's own process: the script is not delayed, and other extensions are still called."""

from __future__ import annotations

import pytest

from tests.e2e import events as ev
from tests.e2e.spark_submit import Job
from tests.extensions.conftest import Suite
from tests.extensions.outcome import Outcome, errors, names

# Seconds for a write and its events; a guard against hanging, no promise: the extension hangs for 300.
BOUND = 60
REST = 4500  # milliseconds; the agent leaves a peer alone for 5000
FAILURES = {
    "raises": "KeyError: 'uri'",
    "exits": "SystemExit: 3",
    "acts": "an extension cannot call Spark while it handles a request",
    "hangs": "did not answer within",
}


def jobs(suite: Suite) -> list[Job]:
    return [suite.job("attached", "attached"), suite.job("rests", "rests", timeoutMillis="1000")]


@pytest.mark.parametrize("name", FAILURES)
def test_the_job_has_the_same_result_as_without_the_extension(
    outcomes: dict[str, Outcome], name: str
) -> None:
    value = outcomes["attached"].value
    assert value["rows"][name] == 10
    assert value["seconds"][name] < BOUND


@pytest.mark.parametrize("name", FAILURES)
def test_the_event_names_the_extension_and_why(outcomes: dict[str, Outcome], name: str) -> None:
    errors_by_extension = errors(outcomes["attached"].writing(f"/{name}"))
    assert FAILURES[name] in errors_by_extension[name]
    assert set(errors_by_extension) <= {name, "good"}


@pytest.mark.parametrize("name", FAILURES)
def test_the_event_has_the_results_of_other_extensions(
    outcomes: dict[str, Outcome], name: str
) -> None:
    start, complete = outcomes["attached"].writing(f"/{name}")
    assert complete["run"]["facets"]["good"]["type"] == "COMPLETE"
    assert names(complete["inputs"]) == []
    assert "good" in start["run"]["facets"]


def test_one_that_fails_five_times_is_off_until_it_is_registered_again(
    outcomes: dict[str, Outcome],
) -> None:
    outcome = outcomes["attached"]
    assert (outcome.value["before"], outcome.value["after"]) == (5, 7)
    assert (
        "switched off until it is registered again" in errors(outcome.writing("/fails-2"))["fails"]
    )
    off = outcome.writing("/fails-3")
    assert errors(off) == {}
    assert all("good" in e["run"]["facets"] for e in off)
    assert "RuntimeError: again" in errors(outcome.writing("/again"))["fails"]


def test_a_process_with_three_late_answers_is_paused_and_called_again(
    outcomes: dict[str, Outcome],
) -> None:
    outcome = outcomes["rests"]
    assert outcome.value >= 2
    late = [e for e in outcome.events if "no answer within 1000 ms" in errors([e]).get("holds", "")]
    answered = [e for e in outcome.events if "holds" in e["run"]["facets"]]
    assert len(late) >= 3
    assert ev.millis(answered[0]) - ev.millis(late[-1]) >= REST
