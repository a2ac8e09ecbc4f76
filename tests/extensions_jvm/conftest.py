"""The driver that all these tests share, with the example extensions on its class path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import options
from tests.e2e.lines import Line, built, fetched
from tests.e2e.spark_submit import Driver, Job, file_transport
from tests.extensions.outcome import Outcome

HERE = Path(__file__).resolve().parent
TIMEOUT = "spark.openlineage.extensions.timeoutMillis"
TRAITS = {
    "spark.sql.extensions": "com.acme.AcmeExtensions",
    "spark.openlineage.extensions.disabled": "com.acme.JavaFactory,com.acme.ScalaFactory,com.acme.Inside",
}
RESOLVER = {
    "spark.openlineage.dataset.namespaceResolvers.disk.type": "acmeDisks",
    "spark.openlineage.dataset.namespaceResolvers.disk.role": "warehouse",
}


def breaker(left: int) -> dict[str, str]:
    """Settings of Acme's own circuit breaker with this budget."""
    at = "spark.openlineage.circuitBreaker"
    return {f"{at}.type": "acmeQuota", f"{at}.left": str(left)}


LONG_TIMEOUT = {TIMEOUT: "60000"}  # long enough for an answer on a busy machine
JOBS = {
    "traits": ("traits", TRAITS | LONG_TIMEOUT),
    "published": ("published", LONG_TIMEOUT),
    "broken": ("published", {"spark.acme.broken": "true", TIMEOUT: "1500"}),
    "rdd": ("rdd", LONG_TIMEOUT),
    "spent": ("rdd", LONG_TIMEOUT | breaker(left=0)),
    "resolved": ("rdd", LONG_TIMEOUT | breaker(left=1) | RESOLVER),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


@dataclass(frozen=True)
class Suite:
    """The Spark line, and the outcomes of its jobs."""

    line: Line
    outcomes: dict[str, Outcome]

    def __getitem__(self, job: str) -> Outcome:
        return self.outcomes[job]


@pytest.fixture(scope="session")
def suite(request: pytest.FixtureRequest) -> Suite:
    line = options.spark_line(request.config)
    work = options.new_folder("extensions_jvm", line.name)
    examples = [built(line, name) for name in ("acme-traits", "acme-published")]
    jars = [options.agent(request.config, line), *examples, fetched("extension-interfaces")]
    jobs = [
        Job(
            name,
            HERE / "jobs" / f"{script}.py",
            work / name,
            conf | file_transport(work / name / "events.jsonl"),
        )
        for name, (script, conf) in JOBS.items()
    ]
    (work / "data").mkdir()
    job_results = Driver(line, jars, work / "driver", timeout=300, memory="1g").run(
        jobs, work / "data"
    )
    return Suite(
        line, {j.name: Outcome(job_results[j.name], j.folder / "events.jsonl") for j in jobs}
    )
