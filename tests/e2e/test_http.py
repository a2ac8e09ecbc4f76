"""The http transport with a real server: each event once, with the API key. For failures see tests/faults."""

from __future__ import annotations

import json
import urllib.parse
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import events
from tests.e2e.backend import Exchange, Received, accepts, backend
from tests.e2e.conftest import Suite
from tests.e2e.lineage_server import lineage_server
from tests.e2e.spark_submit import Job, JobResult

JOB = Path(__file__).parent / "jobs" / "copy_orders.py"
API_KEY = "s3cr3t-API-KEY-of-tests"


def refuses(exchange: Exchange) -> None:
    """Reject the event and repeat the key in the answer, as a careless backend may do."""
    exchange.answer(401, exchange.received.requests[-1][1].encode())


BACKENDS = {"takes": accepts, "refuses": refuses}


@dataclass(frozen=True)
class Outcome:
    """The results of jobs; what the backends received; what `headwater serve` stored, and one of its answers."""

    job_results: dict[str, JobResult]
    received: dict[str, Received]
    stored: list[events.Event]
    impact: dict[str, Any]


@pytest.fixture(scope="module")
def outcome(suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    with ExitStack() as stack:
        received = {name: stack.enter_context(backend(b)) for name, b in BACKENDS.items()}
        db = tmp_path_factory.mktemp("serve") / "lineage.duckdb"
        server = stack.enter_context(lineage_server(db, API_KEY))
        urls = {name: received[name].url for name in BACKENDS} | {"serve": server.url}
        jobs = [Job(n, JOB, suite.paths("http", n).own, conf(url)) for n, url in urls.items()]
        job_results = suite.run("http", jobs)
        stored = [json.loads(row) for row in server.text("/api/v1/events").splitlines()]
        name = urllib.parse.quote(f"{suite.paths('http', 'serve').table('orders')}.amount")
        impact = server.json(f"/api/v1/impact?name={name}")
    file = suite.paths("http", "takes").events
    file.write_text("".join(json.dumps(e) + "\n" for e in received["takes"].events))
    return Outcome(job_results, received, stored, impact)


def conf(url: str) -> dict[str, str]:
    return {
        "spark.openlineage.transport.type": "http",
        "spark.openlineage.transport.url": url,
        "spark.openlineage.transport.auth.type": "api_key",
        "spark.openlineage.transport.auth.apiKey": API_KEY,
    }


def test_a_healthy_backend_is_sent_every_event_once(outcome: Outcome) -> None:
    assert outcome.job_results["takes"].error is None
    runs = events.runs(outcome.received["takes"].events)
    assert len(runs) >= 3, "the application, the write, the read"
    assert all([e["eventType"] for e in run] == ["START", "COMPLETE"] for run in runs.values())


def test_headwater_serve_is_a_backend(outcome: Outcome) -> None:
    assert outcome.job_results["serve"].error is None
    sent = outcome.received["takes"].events
    assert len(outcome.stored) == len(sent)
    assert events.runs(outcome.stored).keys() & events.runs(sent).keys() == set()
    assert sorted(e["eventType"] for e in outcome.stored) == sorted(e["eventType"] for e in sent)
    assert [
        (each["column"], each["steps"][-1]["expression"]) for each in outcome.impact["reached"]
    ] == [("doubled", "amount * 2")]


@pytest.mark.row("transport.http", "transport.http-api-key")
def test_events_go_to_the_lineage_endpoint_with_the_api_key(outcome: Outcome) -> None:
    expected = ("/api/v1/lineage", f"Bearer {API_KEY}")
    assert set(outcome.received["takes"].requests) == {expected}


@pytest.mark.parametrize("name", BACKENDS)
def test_the_api_key_is_not_in_the_log(outcome: Outcome, name: str) -> None:
    log = "\n".join(outcome.job_results[name].log)
    assert f"begin {name}" in log
    assert API_KEY not in log
