"""Failing extensions in the agent's host: the job is unaffected, and its events lack only that extension's part."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from tests.e2e.spark_submit import Job
from tests.extensions.conftest import Suite
from tests.extensions.outcome import Outcome, errors, names
from tests.extensions.processes import hosts

BOUND = 60  # seconds; a guard against hanging, no promise: the extension hangs for 300
ROWS = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]


@dataclass(frozen=True)
class Failure:
    """A failing extension, a pattern of the reported error, and whether the host's other extensions still answer.

    `keeps` is the dataset of the extension that is in the event, if it lacks a facet only.
    """

    extension: str
    message: str
    others: bool = True
    keeps: str = ""


FAILURES = [
    Failure("raises", "visit Range: KeyError: 'uri'"),
    Failure("exits", "SystemExit: 3"),
    Failure("hangs", "did not answer within"),
    Failure("leaves", "(has ended|exit code 7)", others=False),
    Failure("crashes", "(has ended|exit code 139)", others=False),
    Failure("stops", "no answer within", others=False),
    Failure("holds", "no answer within", others=False),
    Failure("devours", "MemoryError"),
    Failure("floods", "10,000,012 characters of JSON", keeps="flood"),
    Failure("object_", "object"),
    Failure("nan", "nan", keeps="nan"),
    Failure("types", ""),
    Failure("columns", "no such column"),
    Failure("Fails", "build: _Unspeakable"),
]
HARMLESS = {"prints": "printed", "allocates": "allocated 300000000"}
ALL = [f.extension for f in FAILURES] + list(HARMLESS)


def jobs(suite: Suite) -> list[Job]:
    failing = [
        suite.job(name, "write", "good:numbers", f"bad:{name}") for name in ALL if name != "devours"
    ]
    modest = suite.job("devours", "write", "good:numbers", "bad:devours", maxMemoryMegabytes="400")
    return [
        *failing,
        modest,
        suite.job("surrogates", "write", "good:numbers", "bad:surrogates"),
        suite.job("HangsAtTheEnd", "write", "bad:HangsAtTheEnd"),
        suite.job("once", "again", "bad:once"),
        suite.job("misnamed", "write", "good:numbers", "bad"),
        suite.job("poison", "again", "poison:any"),
    ]


@pytest.mark.parametrize("name", [*ALL, "HangsAtTheEnd"])
def test_the_job_has_the_same_result_as_without_extensions(
    outcomes: dict[str, Outcome], name: str
) -> None:
    assert outcomes["plain"].value["rows"] == ROWS
    assert outcomes[name].value["rows"] == ROWS


@pytest.mark.parametrize("name", [*ALL, "HangsAtTheEnd"])
def test_job_events_and_stop_take_a_bounded_time(outcomes: dict[str, Outcome], name: str) -> None:
    seconds = outcomes[name].value
    assert seconds["job"] < outcomes["plain"].value["job"] + BOUND
    assert seconds["events"] < outcomes["plain"].value["job"] + BOUND
    assert outcomes[name].answer.stop < BOUND


@pytest.mark.parametrize("failure", FAILURES, ids=lambda f: f.extension)
def test_the_event_reports_the_failed_extension_and_the_error(
    outcomes: dict[str, Outcome], failure: Failure
) -> None:
    errors_by_extension = errors(outcomes[failure.extension].writing("/out"))
    assert re.search(failure.message, errors_by_extension[failure.extension])
    others = set() if failure.others else {"numbers"}
    killed_hosts = (
        {"headwater.host"}
        if "exit code" in errors_by_extension.get("headwater.host", "")
        else set()
    )
    assert set(errors_by_extension) == {failure.extension} | others | killed_hosts
    assert not (killed_hosts and failure.others)


@pytest.mark.parametrize("failure", FAILURES, ids=lambda f: f.extension)
def test_the_event_has_all_parts_but_that_of_the_failed_extension(
    outcomes: dict[str, Outcome], failure: Failure
) -> None:
    start, complete = outcomes[failure.extension].writing("/out")
    expected = [("acme", "numbers")] if failure.others else []
    expected += [("acme", failure.keeps)] if failure.keeps else []
    assert names(start["inputs"]) == names(complete["inputs"]) == expected
    assert names(complete["outputs"]) == [("file", "out")]
    attached = [e["run"]["facets"]["attached"]["type"] for e in (start, complete)]
    assert attached == ["START", "COMPLETE"]


@pytest.mark.parametrize("name", HARMLESS)
def test_large_output_and_memory_use_do_no_harm(outcomes: dict[str, Outcome], name: str) -> None:
    events = outcomes[name].writing("/out")
    assert ("acme", HARMLESS[name]) in names(events[0]["inputs"])
    assert errors(events) == {}


def test_an_invalid_unicode_string_does_not_lose_the_event(outcomes: dict[str, Outcome]) -> None:
    start, complete = outcomes["surrogates"].writing("/out")
    assert ("acme", "numbers") in names(start["inputs"])
    assert complete["run"]["facets"]["attached"]["type"] == "COMPLETE"


def test_the_log_has_one_traceback_of_an_exception_as_a_warning(
    outcomes: dict[str, Outcome],
) -> None:
    warnings = outcomes["raises"].answer.agent_warnings
    assert sum("bad:raises failed in visit" in line for line in warnings) == 1
    assert sum("Traceback (most recent call last):" in line for line in warnings) == 1
    assert any(re.search(r'File ".*bad\.py", line \d+, in raises', line) for line in warnings)
    assert any(line.endswith("KeyError: 'uri'") for line in warnings)


def test_the_log_has_one_warning_of_an_extension_that_does_not_answer(
    outcomes: dict[str, Outcome],
) -> None:
    warnings = outcomes["stops"].answer.agent_warnings
    assert sum(":stops failed" in w and "no answer within" in w for w in warnings) == 1


def test_the_log_has_a_warning_of_an_extension_that_is_not_loaded(
    outcomes: dict[str, Outcome],
) -> None:
    warnings = outcomes["misnamed"].answer.agent_warnings
    assert sum(".bad' is not the name of an extension" in w for w in warnings) == 1
    assert errors(outcomes["misnamed"].writing("/out"))


def test_printed_lines_go_to_the_log_and_are_truncated(
    outcomes: dict[str, Outcome],
) -> None:
    printed = [row for row in outcomes["prints"].answer.log if "xxx" in row or "yyy" in row]
    assert printed
    assert max(map(len, printed)) < 3000


def test_an_extension_that_hangs_at_the_end_loses_only_its_last_part(
    outcomes: dict[str, Outcome],
) -> None:
    outcome = outcomes["HangsAtTheEnd"]
    assert "builder" in outcome.writing("/out")[-1]["run"]["facets"]
    last = outcome.application()[-1]
    assert last["eventType"] == "COMPLETE"
    assert "HangsAtTheEnd" in errors([last])


def test_a_host_without_answers_is_killed_and_replaced(
    outcomes: dict[str, Outcome],
) -> None:
    outcome = outcomes["once"]
    assert outcome.value >= 2
    assert "no answer within" in errors(outcome.writing("/out1"))["once"]
    last = outcome.writing(f"/out{outcome.value}")
    assert names(last[-1]["inputs"]) == [("acme", "recovered")]
    assert errors(last) == {}


def test_a_host_that_ends_before_hello_is_abandoned_with_one_log_line(
    outcomes: dict[str, Outcome],
) -> None:
    outcome = outcomes["poison"]
    log = outcome.answer.log
    assert not [row for row in log if "it is started again" in row]
    assert len([row for row in log if "extensions in Python are off" in row]) == 1
    last = errors(outcome.writing(f"/out{outcome.value}"))
    assert "exit code 9" in last["headwater.host"]


def test_no_host_is_left(outcomes: dict[str, Outcome], suite: Suite) -> None:
    assert outcomes
    assert hosts(suite.work) == []
