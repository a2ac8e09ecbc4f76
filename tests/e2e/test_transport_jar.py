"""A custom transport in a jar of `--jars`: it is found, receives its options, and works with the spool."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.e2e import events, java
from tests.e2e.conftest import Suite
from tests.e2e.events import Event
from tests.e2e.spark_submit import Job, JobResult
from tests.e2e.spooled import events_on_disk, status, verify_output

HERE = Path(__file__).parent
JOB = HERE / "jobs" / "copy_orders.py"
SOURCES = HERE / "transport_jar"
TRANSPORT = "spark.openlineage.transport"


@dataclass(frozen=True)
class Outcome:
    job_results: dict[str, JobResult]
    letters: list[Event]
    spools: dict[str, Path]


def jar(agent: Path, folder: Path) -> Path:
    """A jar compiled against the agent's jar, as a transport for openlineage-java would be."""
    path = java.jar(folder / "transport.jar", [SOURCES / "FolderTransport.java"], str(agent))
    with ZipFile(path, "a") as archive:
        for file in SOURCES.glob("META-INF/services/*"):
            archive.write(file, file.relative_to(SOURCES))
    return path


@pytest.fixture(scope="module")
def outcome(suite: Suite) -> Outcome:
    """A job with an existing target folder, and one with a missing folder."""
    work = suite.work / "transport_jar"
    driver = suite.driver("transport_jar")
    driver = replace(driver, jars=[*driver.jars, jar(suite.agent, work / "classes")])
    folders = {name: work / name for name in ("existing", "missing")}
    spools = {name: work / f"spool of {name}" for name in folders}
    folders["existing"].mkdir()
    jobs = [
        Job(
            name,
            JOB,
            suite.paths("transport_jar", f"job of {name}").own,
            {
                f"{TRANSPORT}.type": "folder",
                f"{TRANSPORT}.path": str(folder),
                "spark.openlineage.spool.dir": str(spools[name]),
            },
        )
        for name, folder in folders.items()
    ]
    job_results = driver.run(jobs, suite.work / "data")
    letters = [json.loads(file.read_text()) for file in sorted(folders["existing"].glob("*.json"))]
    return Outcome(job_results, letters, spools)


@pytest.mark.row("transport.custom")
def test_no_event_is_lost_where_two_would_have_one_name(outcome: Outcome, tmp_path: Path) -> None:
    assert len(events.runs(outcome.letters)) >= 3, "the application, the write, the read"
    assert not verify_output(outcome.letters, tmp_path / "events.jsonl")
    assert not status(outcome.spools["existing"])


def test_events_that_it_does_not_accept_are_spooled(outcome: Outcome) -> None:
    assert len(events_on_disk(outcome.spools["missing"])) == len(outcome.letters)
    agent_lines = outcome.job_results["missing"].agent_warnings
    assert 1 <= len(agent_lines) <= 3, agent_lines


@pytest.mark.parametrize("name", ["existing", "missing"])
def test_the_job_does_not_notice(outcome: Outcome, name: str) -> None:
    assert outcome.job_results[name].error is None
    assert len(outcome.job_results[name].value) == 4
