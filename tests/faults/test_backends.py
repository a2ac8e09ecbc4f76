"""Requests to failing backends, and delivery of the events that they did not accept."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.spooled import headwater, status, verify_output
from tests.faults import outcome
from tests.faults.conftest import Suite
from tests.faults.outcome import Outcome


def test_each_event_has_a_key_that_stays_the_same_when_it_is_sent_again(
    outcomes: dict[str, Outcome],
) -> None:
    (received,) = outcomes["500, 502, then 201"].received
    keys = defaultdict(list)
    for key, event in zip(received.keys, received.events, strict=True):
        keys[key].append(event)
    first = received.keys[0]
    assert received.keys[:3] == [first] * 3
    assert first == f"{received.events[0]['run']['runId']}-START-0"
    assert all(event == sent[0] for sent in keys.values() for event in sent)


@pytest.mark.parametrize("name", ["500 for one event", "no answer for one event"])
def test_one_event_that_fails_blocks_no_other_run(outcomes: dict[str, Outcome], name: str) -> None:
    outcome = outcomes[name]
    (failing,) = {e["run"]["runId"] for e in outcome.spooled_events}
    assert [e["eventType"] for e in outcome.spooled_events] == ["START", "COMPLETE"]
    assert failing not in {e["run"]["runId"] for e in outcome.accepted}
    (received,) = outcome.received
    sent = [e["eventType"] for e in received.events if e["run"]["runId"] == failing]
    assert set(sent) == {"START"}, "later events of the run wait behind the one that fails"


def test_an_answer_after_the_timeout_costs_one_more_request(outcomes: dict[str, Outcome]) -> None:
    (received,) = outcomes["answers after the time-out"].received
    assert len(received.keys) <= len(set(received.keys)) + 1


def test_the_agent_honours_retry_after(outcomes: dict[str, Outcome]) -> None:
    times = outcomes["503, Retry-After 2 s"].received[0].times
    assert times[1] - times[0] >= 2.0
    assert len(outcomes["503, Retry-After 1 h"].received[0].times) == 1


@pytest.mark.row("transport.http")
def test_nothing_is_sent_where_a_redirect_points_to(outcomes: dict[str, Outcome]) -> None:
    other, redirecting = outcomes["redirect to another host"].received
    assert redirecting.events
    assert other.events == []


def test_an_event_that_is_refused_is_kept_with_the_reason(
    outcomes: dict[str, Outcome], suite: Suite
) -> None:
    dead_letters = outcomes["400"].dead_letters
    runs = {e["run"]["runId"] for e in dead_letters}
    letters = outcome.letters(suite.driver("shared").spool)
    letters_of_job = [letter for letter in letters if letter["event"]["run"]["runId"] in runs]
    assert len(letters_of_job) == len(dead_letters)
    assert all("HTTP status 400" in letter["reason"] for letter in letters_of_job)
    last = next(e for e in dead_letters if e["eventType"] != "START" and events.is_application(e))
    assert last["run"]["facets"]["headwater_agent"]["counts"]["eventsDead"] > 0


@pytest.mark.row("beyond.replay")
def test_spooled_events_can_be_replayed(
    outcomes: dict[str, Outcome], suite: Suite, tmp_path: Path
) -> None:
    spool = suite.driver("shared").spool
    spooled_events = outcomes["no answer"].spooled_events
    assert sum(row["waiting"] for row in status(spool)) >= len(spooled_events) > 0
    process = headwater("replay", str(spool), "--to", str(tmp_path / "replayed.jsonl"))
    assert process.returncode == 0, process.stderr
    replayed = events.read(tmp_path / "replayed.jsonl")
    namespace = spooled_events[0]["job"]["namespace"]
    assert outcome.of_namespace(replayed, namespace) == spooled_events
    begun = {e["run"]["runId"] for o in outcomes.values() for e in o.accepted}  # elsewhere
    whole = [e for e in replayed if e["run"]["runId"] not in begun]
    assert not verify_output(whole, tmp_path / "events.jsonl")
    assert sum(row["waiting"] for row in status(spool)) == 0
