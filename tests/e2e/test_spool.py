"""Nothing is lost: real drivers, a real backend with the faults that one may have, and what the next application does."""

from __future__ import annotations

import json
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.backend import Received, backend
from tests.e2e.conftest import Suite
from tests.e2e.events import Event
from tests.e2e.spark_submit import LISTENER, Answer, Ended, Job
from tests.e2e.spooled import headwater, status, verified, waiting

HERE = Path(__file__).parent
JOB = HERE / "jobs" / "copy_orders.py"
# The default of stopTimeoutMillis, and something for Spark's own part on a busy machine.
LONGEST = 5.0 + 3.0
# How the first requests are answered; later ones are taken.
FAULTS = {
    "hangs": [],
    "500 then 200": [500, 502, 500],
    "503 for two seconds": [503],
    "400": [400],
    "read-only": [],
}
OURS = ("|WARN|io.headwater", "|ERROR|io.headwater")


@dataclass(frozen=True)
class Outcome:
    answers: dict[str, Answer]
    received: dict[str, Received]
    spools: dict[str, Path]


def conf(url: str, spool: Path) -> dict[str, str]:
    return {
        "spark.openlineage.transport.type": "http",
        "spark.openlineage.transport.url": url,
        "spark.openlineage.spool.dir": str(spool),
    }


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """The same job with each fault, in one JVM."""
    folder = suite.work / "spool"
    spools = {fault: folder / f"of {fault}" for fault in FAULTS} | {
        "read-only": Path("/proc/headwater")
    }
    with ExitStack() as stack:
        received = {
            fault: stack.enter_context(backend("hangs" if fault == "hangs" else "answers", first))
            for fault, first in FAULTS.items()
        }
        jobs = [
            Job(
                fault,
                JOB,
                suite.paths("spool", fault).own,
                conf(received[fault].url, spools[fault]),
            )
            for fault in FAULTS
        ]
        driver = replace(suite.driver("spool"), memory="1g")
        answers = driver.run(jobs, suite.work / "data")
    return Outcome(answers, received, spools)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_job_does_not_notice(outcome: Outcome, fault: str) -> None:
    assert outcome.answers[fault].error is None
    assert outcome.answers[fault].stop < LONGEST


@pytest.mark.parametrize("fault", ["500 then 200", "503 for two seconds", "read-only"])
def test_a_backend_that_recovers_gets_everything_in_order(
    outcome: Outcome, fault: str, tmp_path: Path
) -> None:
    taken = outcome.received[fault].taken
    assert len(taken) >= 6, "the application, the write, the read"
    assert not verified(taken, tmp_path / "events.jsonl")
    assert not status(outcome.spools[fault]) if fault != "read-only" else True


def test_each_event_has_a_key_that_stays_the_same_when_it_is_sent_again(outcome: Outcome) -> None:
    received = outcome.received["500 then 200"]
    keys = defaultdict(list)
    for key, event in zip(received.keys, received.events, strict=True):
        keys[key].append(event)
    first = received.keys[0]
    assert received.keys[:4] == [first] * 4
    assert first == f"{received.events[0]['run']['runId']}-START-0"
    assert all(event == sent[0] for sent in keys.values() for event in sent)


def test_a_backend_is_left_alone_for_as_long_as_it_says(outcome: Outcome) -> None:
    times = outcome.received["503 for two seconds"].times
    assert times[1] - times[0] >= 2.0


def test_an_event_that_is_refused_is_kept_with_the_reason_and_the_others_go_on(
    outcome: Outcome,
) -> None:
    rows = status(outcome.spools["400"])
    assert [(row["waiting"], row["refused"]) for row in rows] == [(0, 1)]
    letter = json.loads(next(outcome.spools["400"].glob("*/dead-letter.jsonl")).read_text())
    assert "HTTP status 400" in letter["reason"]
    assert letter["event"] == outcome.received["400"].events[0]
    assert outcome.received["400"].taken == outcome.received["400"].events[1:]
    assert last(outcome.received["400"])["eventsDead"] == 1


def test_what_a_hanging_backend_does_not_take_can_be_replayed(
    outcome: Outcome, tmp_path: Path
) -> None:
    spool = outcome.spools["hangs"]
    assert len(waiting(spool)) == len(outcome.received["500 then 200"].taken)
    assert last(Received("", taken=waiting(spool)))["eventsSpooled"] > 0
    ran = headwater("replay", str(spool), "--to", str(tmp_path / "replayed.jsonl"))
    assert ran.returncode == 0, ran.stderr
    replayed = events.read(tmp_path / "replayed.jsonl")
    assert len(replayed) == len(outcome.received["500 then 200"].taken)
    assert not verified(replayed, tmp_path / "events.jsonl")
    assert not status(spool)


def test_a_spool_that_cannot_be_written_is_one_line(outcome: Outcome) -> None:
    log = [row for row in outcome.answers["read-only"].log if row.startswith(OURS)]
    assert len(log) == 1, log
    assert "has no spool" in log[0]


def last(received: Received) -> dict[str, int]:
    """The counts of the application's last event."""
    found = [e["run"]["facets"].get("headwater_agent") for e in received.taken]
    counts: dict[str, int] = next(facet for facet in found if facet)["counts"]
    return counts


@dataclass(frozen=True)
class Sequence:
    """An application that is killed, one whose backend is down, and one that has luck."""

    spooled: dict[str, list[Event]]
    received: list[Event]
    down: Ended
    spool: Path
    terminated: list[Event]


@pytest.fixture(scope="module")
def sequence(suite: Suite, outcome: Outcome) -> Sequence:  # noqa: ARG001 - it writes the fixture data
    spool = suite.work / "spool" / "shared"
    orders = suite.paths("spool").table("orders")

    def submit(name: str, url: str, *arguments: str) -> Ended:
        driver = replace(suite.driver(f"spool/{name}"), memory="1g")
        listener = {"spark.extraListeners": LISTENER, "spark.master": "local[2]"}
        return driver.submit([*arguments], conf(url, spool) | listener)

    out = suite.work / "spool"
    end = str(HERE / "jobs" / "end_of_process.py")
    slow = str(HERE / "jobs" / "killed.py")
    with backend("answers") as first:
        killed = submit("killed", first.url, slow, str(spool), str(out / "k"), "SIGKILL")
        assert killed.code != 0
    spooled = {"killed": waiting(spool)}
    down = submit("down", first.url, end, orders, str(out / "d"), "no stop")
    spooled["down"] = waiting(spool)[len(spooled["killed"]) :]
    with backend("answers", port=int(first.url.rpartition(":")[2])) as second:
        submit("lucky", first.url, end, orders, str(out / "l"), "no stop")
    with backend("answers") as third:
        submit("terminated", third.url, slow, str(spool), str(out / "t"), "SIGTERM")
    return Sequence(spooled, first.taken + second.taken, down, spool, third.taken)


def test_a_backend_that_is_down_costs_neither_the_exit_code_nor_an_event(
    sequence: Sequence,
) -> None:
    assert sequence.down.code == 0
    wait = [row for row in sequence.down.log if row.startswith(OURS) and "wait in" in row]
    assert len(wait) == 1, sequence.down.log[-20:]


def test_the_next_application_delivers_everything_in_order_and_ends_the_runs_of_the_killed_one(
    sequence: Sequence, tmp_path: Path
) -> None:
    once = list({json.dumps(e, sort_keys=True): e for e in sequence.received}.values())
    assert not verified(once, tmp_path / "events.jsonl")
    runs = events.runs(once)
    assert len(runs) == 2 + 2 + 2, "application and write, of each of the three"
    ends = sorted(run[-1]["eventType"] for run in runs.values())
    assert ends == ["ABORT", "ABORT", "COMPLETE", "COMPLETE", "COMPLETE", "COMPLETE"]
    for event in sequence.spooled["killed"] + sequence.spooled["down"]:
        assert event in sequence.received
    aborted = [run for run in runs.values() if run[-1]["eventType"] == "ABORT"]
    assert all(run[0]["job"] == run[-1]["job"] for run in aborted)


def test_a_driver_that_is_told_to_end_ends_its_runs_itself(
    sequence: Sequence, tmp_path: Path
) -> None:
    assert not verified(sequence.terminated, tmp_path / "events.jsonl")
    ends = [run[-1]["eventType"] for run in events.runs(sequence.terminated).values()]
    assert len(ends) == 2


def test_nothing_is_left_behind(sequence: Sequence) -> None:
    assert list(sequence.spool.iterdir()) == []
