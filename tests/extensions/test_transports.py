"""Transports in Python with the spool: batches, retries in order, and dead letters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.e2e import events as ev
from tests.e2e.events import Event
from tests.e2e.spark_submit import Job
from tests.extensions.conftest import Suite
from tests.extensions.outcome import Outcome


def jobs(suite: Suite) -> list[Job]:
    job = suite.job("batches", "batches", "batches:store", "batches:away")
    job.conf["spark.openlineage.spool.dir"] = str(spool(suite))
    return [job]


def spool(suite: Suite) -> Path:
    return suite.work / "spools" / "batches"


def batches(suite: Suite) -> list[list[Event]]:
    lines = (suite.work / "batches" / "store.batches").read_text().splitlines()
    return [json.loads(line) for line in lines]


def waiting(suite: Suite, pattern: str) -> list[Any]:
    found = [file.read_text(errors="replace") for file in spool(suite).glob(pattern)]
    return [json.loads(line) for text in found for line in text.splitlines()]


def key(event: Event) -> tuple[str, int]:
    return event["run"]["runId"], event["run"]["facets"]["headwater_sequence"]["sequence"]


def test_each_event_is_delivered_once_in_its_order_or_is_a_dead_letter(
    suite: Suite, outcomes: dict[str, Outcome]
) -> None:
    delivered = [event for batch in batches(suite) for event in batch]
    refused = [letter["event"] for letter in waiting(suite, "*/dead-letter.jsonl")]
    everything = [key(event) for event in outcomes["batches"].events]
    assert sorted([*map(key, delivered), *map(key, refused)]) == sorted(everything)
    assert [key(event) for event in delivered] == [
        each for each in everything if each in set(map(key, delivered))
    ]


def test_events_are_delivered_in_batches(suite: Suite, outcomes: dict[str, Outcome]) -> None:
    assert outcomes["batches"].answer.error is None
    sizes = [len(batch) for batch in batches(suite)]
    assert max(sizes) == 3
    assert min(sizes) >= 1


def test_what_a_transport_refuses_is_a_dead_letter_with_its_reason(
    suite: Suite, outcomes: dict[str, Outcome]
) -> None:
    letters = waiting(suite, "*/dead-letter.jsonl")
    written = ev.runs(outcomes["batches"].events)
    assert letters
    for letter in letters:
        assert "tests.extensions.acme.batches:store: the store wants no 2" in letter["reason"]
        last = written[letter["event"]["run"]["runId"]][-1]
        assert any(output["name"].endswith("/2") for output in last["outputs"])
    assert f"{len(letters)} were not accepted" in outcomes["batches"].log


def test_events_for_a_transport_that_takes_none_stay_in_the_spool(
    suite: Suite, outcomes: dict[str, Outcome]
) -> None:
    segments = [
        file for file in spool(suite).glob("*/*.seg") if b"batches:away" in file.read_bytes()
    ]
    assert segments, "the header of a segment names its destination"
    content = b"".join(file.read_bytes() for file in segments)
    for event in outcomes["batches"].events:
        assert event["run"]["runId"].encode() in content
    assert "nobody is there" in outcomes["batches"].log
