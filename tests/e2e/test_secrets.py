"""A hundred secrets in different places; none may occur in an event, a spool file or the agent's log."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.e2e import canary_conf, events
from tests.e2e.backend import Behaviour, Exchange, Received, backend
from tests.e2e.canaries import HOST, PLACES, Seeds, around, places
from tests.e2e.conftest import Suite
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import Job, JobResult

HERE = Path(__file__).parent
EXTENSIONS = ",".join(
    f"tests.e2e.extensions_with_secrets:{name}" for name in ("numbers", "facets", "failing")
)
# The answer of each backend of the job.
MODES = {"good": 201, "failing": 500, "refusing": 400, "redirecting": 302}
AGENT_LOGGERS = ("io.headwater", "io.openlineage")
KEPT = (
    "spark.my.plain",
    "headwater_extensionErrors",
    "acme://acme.example",
    "h.example",
    "password_hash",
)


def answering(status: int, location: str) -> Behaviour:
    """Answer with this status; a rejection repeats the request's headers."""

    def behave(exchange: Exchange) -> None:
        headers = {"Location": location} if status // 100 == 3 else {}
        body = json.dumps(dict(exchange.request.headers)) if status >= 400 else ""
        exchange.answer(status, body.encode(), **headers)

    return behave


@dataclass(frozen=True)
class Outcome:
    job_results: dict[str, JobResult]
    received: dict[str, Received]
    log: list[str]
    spool: Path
    planted: set[str]

    @property
    def events(self) -> list[events.Event]:
        return self.received["good"].events


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """The job with all secrets, then one application for each invalid setting, in one JVM."""
    seeds = Seeds()
    env = canary_conf.environment(seeds)
    env["PYTHONPATH"] = f"{ROOT / 'python-sdk' / 'src'}:{ROOT}"
    driver = replace(suite.driver("secrets", env), logging=HERE / "canary.log4j2.properties")
    location = f"https://bob:{seeds('backend redirect')}@evil.example/api"
    with ExitStack() as stack:
        received = {
            name: stack.enter_context(backend(answering(status, location)))
            for name, status in MODES.items()
        }
        urls = {name: each.url for name, each in received.items()}
        job_results = driver.run(jobs(suite, seeds, urls, driver.spool), suite.work / "data")
    assert {name: a.error for name, a in job_results.items() if a.error} == {}
    written = suite.paths("secrets", "all").events
    written.write_text("".join(f"{body}\n" for body in received["good"].bodies))
    log = (driver.folder / "driver.log").read_text().splitlines()
    planted = seeds.planted | set(job_results["all"].value["planted"]) | set(places(HOST))
    return Outcome(job_results, received, log, driver.spool, planted)


def jobs(suite: Suite, seeds: Seeds, urls: dict[str, str], spool: Path) -> list[Job]:
    conf = canary_conf.conf(seeds, urls, str(spool), EXTENSIONS)
    first = Job("all", HERE / "jobs" / "secrets.py", suite.paths("secrets", "all").own, conf)
    copy = HERE / "jobs" / "copy_orders.py"
    return [first] + [
        Job(name, copy, suite.paths("secrets", name).own, conf)
        for name, conf in canary_conf.broken(seeds).items()
    ]


def agent_lines(log: list[str]) -> list[str]:
    """The lines of the agent's loggers, with stack traces."""
    kept, own = [], False
    for row in log:
        if not row.startswith(("\t", "Caused by: ")):
            own = row.startswith("|") and row.split("|", 3)[2].startswith(AGENT_LOGGERS)
        if own:
            kept.append(row)
    return kept


def test_every_secret_was_sown(outcome: Outcome) -> None:
    assert len(PLACES) >= 125, "a place of secrets was lost"
    assert set(PLACES) - outcome.planted == set()
    wanted = {"path", "raise_error", "assert_true", "cast", "comparison", "udf"}
    assert set(outcome.job_results["all"].value["failed"]) == wanted


@pytest.mark.row("beyond.redaction", "facet.job.sql", "facet.run.spark-properties")
def test_no_secret_is_in_any_event(outcome: Outcome) -> None:
    assert len(outcome.events) > 40
    assert around("\n".join(outcome.received["good"].bodies)) == {}


@pytest.mark.parametrize("name", MODES)
def test_every_backend_receives_only_its_own_credentials(outcome: Outcome, name: str) -> None:
    received = outcome.received[name]
    assert around("\n".join(received.bodies)) == {}
    assert {key for _, key in received.requests} == {f"Bearer {Seeds()('transport api key')}"}


@pytest.mark.row("beyond.redaction")
def test_no_secret_is_in_any_file_of_the_spool(outcome: Outcome) -> None:
    files = [path for path in outcome.spool.rglob("*") if path.is_file()]
    kinds = {path.suffix for path in files}
    assert {".seg", ".jsonl"} <= kinds, files
    letters = [path.read_text() for path in files if path.name == "dead-letter.jsonl"]
    assert any("HTTP status 400" in text for text in letters)
    texts = {str(path): path.read_bytes().decode(errors="replace") for path in files}
    assert {name: around(name + text) for name, text in texts.items() if around(name + text)} == {}


def test_no_secret_is_in_any_line_of_the_agents_log(outcome: Outcome) -> None:
    lines = agent_lines(outcome.log)
    levels = {row.split("|")[1] for row in lines if row.startswith("|")}
    assert {"ERROR", "WARN", "INFO", "DEBUG"} <= levels
    assert any("connecting with password=" in row for row in lines)
    assert around("\n".join(lines)) == {}


def test_values_that_are_not_secret_are_kept(outcome: Outcome) -> None:
    text = "\n".join(outcome.received["good"].bodies)
    assert [word for word in KEPT if word not in text] == []
    queries = " ".join(e["job"]["facets"].get("sql", {}).get("query", "") for e in outcome.events)
    assert "CREATE TABLE from_view USING parquet AS SELECT id FROM v" in queries
    assert "WHERE password = '" in queries


@pytest.mark.row("identity.jdbc")
def test_no_dataset_name_contains_credentials(outcome: Outcome) -> None:
    datasets = [d for e in outcome.events for d in [*e["inputs"], *e["outputs"]]]
    names = {f"{d['namespace']} {d['name']}" for d in datasets}
    assert {"s3://bucket.example", "acme://acme.example"} <= {d["namespace"] for d in datasets}
    assert [n for n in names if "bob" in n or "AKID" in n or "user=" in n or ";" in n] == []


def test_a_setting_that_cannot_be_used_is_still_named(outcome: Outcome) -> None:
    for name in canary_conf.broken(Seeds()):
        rows = [row for row in agent_lines(outcome.job_results[name].log) if "|ERROR|" in row]
        assert len(rows) == 1, (name, rows)
        assert "spark.openlineage." in rows[0]
