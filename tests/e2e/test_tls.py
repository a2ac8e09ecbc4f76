"""The http transport over TLS with a real server: trust, client certificates and request options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.backend import Received, backend
from tests.e2e.certificates import PASSWORD, Authority
from tests.e2e.conftest import Suite
from tests.e2e.spark_submit import Job, JobResult
from tests.e2e.spooled import events_on_disk, verify_output
from tests.faults.behaviours import answers_in_sequence

JOB = Path(__file__).parent / "jobs" / "copy_orders.py"
TRANSPORT = "spark.openlineage.transport"
REFUSED = ("unknown authority", "other name", "no certificate")
HOME = "127.0.0.1"
KEY = "s3cr3t-API-KEY"


@dataclass(frozen=True)
class Outcome:
    job_results: dict[str, JobResult]
    received: dict[str, Received]
    spools: dict[str, Path]


def options(kind: str, authority: Authority, url: str) -> dict[str, str]:
    """The transport settings of each job besides type and URL."""
    trust_store = {
        "sslContext.trustStorePath": str(authority.pem),
        "sslContext.trustStoreType": "PEM",
    }
    client_certificate = {
        "sslContext.keyStorePath": str(authority.client()),
        "sslContext.storePassword": PASSWORD,
    }
    request_options = {
        "auth.type": "api_key",
        "auth.apiKey": KEY,
        "compression": "gzip",
        "headers.X-Team": "shop",
        "urlParams.source": "spark",
    }
    return {
        "trusted": trust_store | request_options,
        "mutual": trust_store | client_certificate,
        "tokens": trust_store | token_options(url),
        "unknown authority": {},
        "other name": trust_store,
        "no certificate": trust_store,
    }[kind]


def token_options(url: str) -> dict[str, str]:
    """Settings that get tokens from the server."""
    return {
        "auth.type": "jwt",
        "auth.apiKey": KEY,
        "auth.tokenEndpoint": f"{url}/token",
        "auth.tokenFields": "access_token",
    }


def servers(authority: Authority, stack: ExitStack) -> Iterator[tuple[str, Received]]:
    """One server for each job; the token server rejects a token once."""
    for kind in ("trusted", "mutual", "tokens", *REFUSED):
        tls = authority.server(
            "other.example" if kind == "other name" else HOME,
            mutual=kind in ("mutual", "no certificate"),
        )
        first = [201, 201, 401] if kind == "tokens" else []
        yield kind, stack.enter_context(backend(answers_in_sequence(first), tls=tls))


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """The same job with each server, in one JVM."""
    authority = Authority(suite.work / "tls" / "certificates")
    with ExitStack() as stack:
        received = dict(servers(authority, stack))
        spools = {kind: suite.work / "tls" / f"spool of {kind}" for kind in received}
        jobs = [
            Job(
                kind, JOB, suite.paths("tls", kind).own, conf(kind, to.url, spools[kind], authority)
            )
            for kind, to in received.items()
        ]
        job_results = suite.run("tls", jobs)
    return Outcome(job_results, received, spools)


def conf(kind: str, url: str, spool: Path, authority: Authority) -> dict[str, str]:
    given = {"type": "http", "url": url, **options(kind, authority, url)}
    return {f"{TRANSPORT}.{key}": value for key, value in given.items()} | {
        "spark.openlineage.spool.dir": str(spool),
        "spark.openlineage.stopTimeoutMillis": "3000" if kind in REFUSED else "10000",
    }


@pytest.mark.row("transport.http-tls")
@pytest.mark.parametrize("kind", ["trusted", "mutual", "tokens"])
def test_a_trusted_server_receives_every_event(outcome: Outcome, kind: str, tmp_path: Path) -> None:
    accepted = outcome.received[kind].accepted
    assert len(accepted) >= 6, "the application, the write, the read"
    assert not verify_output(accepted, tmp_path / "events.jsonl")
    assert not events_on_disk(outcome.spools[kind])


@pytest.mark.row("transport.http")
def test_headers_parameters_and_compression_are_on_the_wire(outcome: Outcome) -> None:
    received = outcome.received["trusted"]
    assert set(received.requests) == {("/api/v1/lineage?source=spark", f"Bearer {KEY}")}
    assert {(h["X-Team"], h["Content-Encoding"]) for h in received.headers} == {("shop", "gzip")}


@pytest.mark.row("transport.http-jwt")
def test_a_token_is_requested_once_and_again_after_rejection(outcome: Outcome) -> None:
    received = outcome.received["tokens"]
    keys = [authorization for _, authorization in received.requests]
    other_keys = len(keys) - 3
    assert keys == ["Bearer token-1"] * 3 + ["Bearer token-2"] * other_keys
    assert [form["apikey"] for form in received.token_requests] == [[KEY]] * 2


@pytest.mark.parametrize("kind", REFUSED)
def test_without_mutual_trust_nothing_is_sent_and_events_are_spooled(
    outcome: Outcome, kind: str
) -> None:
    assert not outcome.received[kind].events
    assert len(events_on_disk(outcome.spools[kind])) == len(outcome.received["trusted"].accepted)
    agent_lines = outcome.job_results[kind].agent_warnings
    assert 1 <= len(agent_lines) <= 3, agent_lines


def test_the_log_line_names_the_setting(outcome: Outcome) -> None:
    assert "sslContext.trustStorePath" in "\n".join(outcome.job_results["unknown authority"].log)


@pytest.mark.parametrize("kind", ["trusted", "mutual", "tokens", *REFUSED])
def test_the_job_does_not_notice_and_the_log_holds_no_secret(outcome: Outcome, kind: str) -> None:
    answer = outcome.job_results[kind]
    log = "\n".join(answer.log)
    assert (answer.error, answer.value) == (None, outcome.job_results["trusted"].value)
    assert not [secret for secret in (KEY, PASSWORD, "token-1", "token-2") if secret in log]
