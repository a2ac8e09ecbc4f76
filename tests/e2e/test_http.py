"""The http transport against a real server, healthy and not: the job's result is the same, `stop()` is bounded."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.backend import MODES, Received, backend
from tests.e2e.conftest import Suite
from tests.e2e.spark_submit import Answer, Job
from tests.e2e.spooled import waiting

JOB = Path(__file__).parent / "jobs" / "copy_orders.py"
# The default of stopTimeoutMillis, and as long again for a busy machine; a backend that hangs would hold it forever.
LONGEST = 2 * 5.0
API_KEY = "s3cr3t-API-KEY"


@dataclass(frozen=True)
class Outcome:
    answers: dict[str, Answer]
    received: dict[str, Received]
    spools: dict[str, Path]


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """The same job without the agent, then with a backend in each mode, in one JVM."""
    with ExitStack() as stack:
        spools = {mode: suite.work / "http" / f"spool-{mode}" for mode in MODES}
        received = {mode: stack.enter_context(backend(mode)) for mode in MODES}
        plain = Job("no agent", JOB, suite.paths("http", "no agent").own, {}, agent=False)
        jobs = [
            Job(mode, JOB, suite.paths("http", mode).own, conf(received[mode].url, spools[mode]))
            for mode in MODES
        ]
        answers = suite.run("http", [plain, *jobs])
    file = suite.paths("http", "answers").events
    file.write_text("".join(json.dumps(e) + "\n" for e in received["answers"].events))
    return Outcome(answers, received, spools)


def conf(url: str, spool: Path) -> dict[str, str]:
    return {
        "spark.openlineage.transport.type": "http",
        "spark.openlineage.transport.url": url,
        "spark.openlineage.transport.auth.type": "api_key",
        "spark.openlineage.transport.auth.apiKey": API_KEY,
        "spark.openlineage.spool.dir": str(spool),
    }


def test_a_healthy_backend_is_sent_every_event_once(outcome: Outcome) -> None:
    received = outcome.received["answers"]
    runs = events.runs(received.events)
    assert len(runs) >= 3, "the application, the write, the read"
    assert all([e["eventType"] for e in run] == ["START", "COMPLETE"] for run in runs.values())


def test_events_go_to_the_lineage_endpoint_with_the_api_key(outcome: Outcome) -> None:
    expected = ("/api/v1/lineage", f"Bearer {API_KEY}")
    assert set(outcome.received["answers"].requests) == {expected}


def test_what_a_sick_backend_does_not_take_waits_on_disk(outcome: Outcome) -> None:
    kinds = [e["eventType"] for e in outcome.received["answers"].events]
    for mode in ("500", "hangs", "drips", "refuses"):
        assert Counter(e["eventType"] for e in waiting(outcome.spools[mode])) == Counter(kinds), (
            mode
        )
    assert not waiting(outcome.spools["answers"])


@pytest.mark.parametrize("mode", MODES)
def test_the_job_gives_what_it_gives_without_the_agent(outcome: Outcome, mode: str) -> None:
    plain, answer = outcome.answers["no agent"], outcome.answers[mode]
    assert plain.value and plain.error is None
    assert (answer.error, answer.value) == (None, plain.value)


@pytest.mark.parametrize("mode", MODES)
def test_stop_takes_a_bounded_time(outcome: Outcome, mode: str) -> None:
    assert outcome.answers[mode].stop < outcome.answers["no agent"].stop + LONGEST


@pytest.mark.parametrize("mode", MODES)
def test_the_api_key_is_not_in_the_log(outcome: Outcome, mode: str) -> None:
    log = "\n".join(outcome.answers[mode].log)
    assert f"begin {mode}" in log
    assert API_KEY not in log


@pytest.mark.parametrize("mode", ["500", "hangs", "drips", "refuses"])
def test_a_sick_backend_is_told_in_one_to_three_lines(outcome: Outcome, mode: str) -> None:
    ours = [row for row in outcome.answers[mode].log if row.startswith(("|WARN|io.", "|ERROR|io."))]
    assert 1 <= len(ours) <= 3, ours
    assert not [row for row in outcome.answers[mode].log if row.startswith("\tat ")]
