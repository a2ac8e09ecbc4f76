"""The http transport through a proxy of the JVM's system properties: only the proxy knows the name of the backend."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.backend import Received, backend
from tests.e2e.certificates import Authority
from tests.e2e.conftest import Suite
from tests.e2e.proxy import Proxied, proxy
from tests.e2e.spark_submit import SHORT_JOBS, Job, JobResult

JOB = Path(__file__).parent / "jobs" / "copy_orders.py"
TRANSPORT = "spark.openlineage.transport"
NAME = "lineage.invalid"
USER, PASSWORD = "ann", "s3cr3t-PROXY"
KEY = "s3cr3t-API-KEY"


@dataclass(frozen=True)
class Outcome:
    job_results: dict[str, JobResult]
    received: dict[str, Received]
    proxies: dict[str, Proxied]


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """Four jobs in one JVM: over HTTP, over TLS, to a host of `http.nonProxyHosts`, and without a proxy, as by default."""
    authority = Authority(suite.work / "proxies" / "certificates")
    with ExitStack() as stack:
        received = {
            "http": stack.enter_context(backend()),
            "https": stack.enter_context(backend(tls=authority.server(NAME))),
            **{kind: stack.enter_context(backend()) for kind in ("direct", "none")},
        }
        hosts = {
            NAME: received["http"].url.removeprefix("http://"),
            f"{NAME}:443": received["https"].url.removeprefix("https://"),
        }
        proxies = {
            "http": stack.enter_context(proxy(hosts)),
            "https": stack.enter_context(proxy(hosts, f"{USER}:{PASSWORD}")),
        }
        urls = {
            "http": f"http://{NAME}",
            "https": f"https://{NAME}",
            "direct": received["direct"].url,
            "none": received["none"].url.replace("127.0.0.1", "localhost"),
        }
        jobs = [
            Job(kind, JOB, suite.paths("proxies", kind).own, conf(kind, url, authority))
            for kind, url in urls.items()
        ]
        options = f"{SHORT_JOBS} {' '.join(properties(proxies))}"
        job_results = suite.run("proxies", jobs, {"JAVA_TOOL_OPTIONS": options})
    return Outcome(job_results, received, proxies)


def properties(proxies: dict[str, Proxied]) -> list[str]:
    """The options of the JVM, as a cluster's operator sets them."""
    places = [
        f"-D{scheme}.proxy{name}={value}"
        for scheme, to in proxies.items()
        for name, value in (("Host", "127.0.0.1"), ("Port", to.port))
    ]
    user = [f"-Dhttps.proxyUser={USER}", f"-Dhttps.proxyPassword={PASSWORD}"]
    return [*places, *user, "-Dhttp.nonProxyHosts=127.0.0.1"]


def conf(kind: str, url: str, authority: Authority) -> dict[str, str]:
    given = {
        "type": "http",
        "url": url,
        "sslContext.trustStorePath": str(authority.pem),
        "sslContext.trustStoreType": "PEM",
        "auth.type": "api_key",
        "auth.apiKey": KEY,
        "proxy": "none" if kind == "none" else "system",
    }
    return {f"{TRANSPORT}.{key}": value for key, value in given.items()}


@pytest.mark.row("transport.http-proxy")
@pytest.mark.parametrize("kind", ["http", "https", "direct", "none"])
def test_every_event_arrives_once_with_its_key(outcome: Outcome, kind: str) -> None:
    assert outcome.job_results[kind].error is None
    assert not outcome.job_results[kind].agent_warnings
    keys = Counter(outcome.received[kind].keys)
    assert len(keys) >= 6, "the application, the write, the read"
    assert set(keys.values()) == {1}
    assert {key for _, key in outcome.received[kind].requests} == {f"Bearer {KEY}"}


def test_http_requests_go_to_the_proxy_with_the_whole_address(outcome: Outcome) -> None:
    lines = outcome.proxies["http"].lines
    assert set(lines) == {f"POST http://{NAME}/api/v1/lineage HTTP/1.1"}
    assert len(lines) == len(outcome.received["http"].events)


def test_https_requests_go_through_a_tunnel_that_asks_for_the_user(outcome: Outcome) -> None:
    tunnels = outcome.proxies["https"]
    assert set(tunnels.lines) == {f"CONNECT {NAME}:443 HTTP/1.1"}
    assert set(tunnels.users) == {"", f"{USER}:{PASSWORD}"}
    headers = [set(map(str.lower, each)) for each in outcome.received["https"].headers]
    assert not any("proxy-authorization" in each for each in headers), (
        "only the proxy gets the user"
    )


def test_no_log_line_has_the_password(outcome: Outcome) -> None:
    log = "\n".join(line for each in outcome.job_results.values() for line in each.log)
    assert PASSWORD not in log
    assert KEY not in log
