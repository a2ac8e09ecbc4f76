"""A jar for another Scala version and an unknown Spark version: one log line, and the job is unaffected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.e2e import invariants, options
from tests.e2e.spark_submit import Driver, Job, JobResult, file_transport
from tests.faults.conftest import Suite, script
from tests.faults.outcome import files
from tests.faults.table import Row

OTHER_SCALA = {"2.12": "2.13", "2.13": "2.12"}
NEWER_SPARK = {"2.12": "3.9.0", "2.13": "9.1.0"}  # there is no Spark 4 for Scala 2.12


@dataclass(frozen=True)
class VersionRun:
    """The same job without and with the agent, in one JVM."""

    baseline: JobResult
    answer: JobResult
    folder: Path

    @property
    def agent_log(self) -> list[str]:
        return self.answer.agent_warnings


def run_without_and_with_agent(driver: Driver, conf: dict[str, str]) -> VersionRun:
    driver.folder.mkdir(parents=True)
    events = file_transport(driver.folder / "events.jsonl")
    baseline = Job("plain", script("one"), driver.folder / "plain", conf, agent=False)
    job = Job("agent", script("one"), driver.folder / "agent", conf | events)
    job_results = driver.run([baseline, job], driver.folder)
    return VersionRun(job_results["plain"], job_results["agent"], driver.folder)


def spark_reporting_version(driver: Driver, version: str) -> Driver:
    """A driver whose Spark reports another version."""
    folder = driver.folder.parent / f"spark-{version}"
    folder.mkdir(parents=True)
    (folder / "spark-version-info.properties").write_text(f"version={version}\n")
    return replace(driver, classes=[folder])


@pytest.fixture(scope="module")
def version_runs(suite: Suite, request: pytest.FixtureRequest) -> dict[str, VersionRun]:
    other = options.agent(request.config, replace(suite.line, scala=OTHER_SCALA[suite.line.scala]))
    drivers = {
        "jar for another Scala": replace(suite.driver("versions/scala"), jars=[other]),
        "Spark older than 3.3": spark_reporting_version(suite.driver("versions/old"), "3.2.4"),
        "Spark newer than any known": spark_reporting_version(
            suite.driver("versions/new"), NEWER_SPARK[suite.line.scala]
        ),
    }
    return {name: run_without_and_with_agent(driver, {}) for name, driver in drivers.items()}


@pytest.fixture(scope="module", autouse=True)
def table_rows(version_runs: dict[str, VersionRun], rows: list[Row]) -> None:
    """Add these applications to the table that is printed at the end."""
    rows.extend(row(name, each) for name, each in version_runs.items())


def row(name: str, run: VersionRun) -> Row:
    same_result = (run.answer.error, run.answer.value) == (None, run.baseline.value)
    delays = (run.answer.seconds - run.baseline.seconds, run.answer.stop - run.baseline.stop)
    job, stop = (f"{delay:+.1f}" for delay in delays)
    sent = len(files(run.folder))
    return Row(
        (name, "same" if same_result else "DIFFERS", job, stop, sent, 0, 0, 0, len(run.agent_log))
    )


ALL = pytest.mark.parametrize(
    "name", ["jar for another Scala", "Spark older than 3.3", "Spark newer than any known"]
)


@ALL
def test_the_job_has_the_same_result_as_without_the_agent(
    version_runs: dict[str, VersionRun], name: str
) -> None:
    each = version_runs[name]
    assert each.baseline.value == [[0], [1], [2]]
    assert (each.answer.error, each.answer.value) == (None, each.baseline.value)


@pytest.mark.parametrize(
    ("name", "word"),
    [("jar for another Scala", "take the jar"), ("Spark older than 3.3", "older than 3.3")],
)
def test_an_incompatible_version_disables_the_agent_with_one_log_line(
    version_runs: dict[str, VersionRun], name: str, word: str
) -> None:
    each = version_runs[name]
    assert len(each.agent_log) == 1, each.agent_log
    assert "Headwater is off for this application" in each.agent_log[0]
    assert word in each.agent_log[0]
    assert files(each.folder) == []


@pytest.mark.row("beyond.versions")
def test_a_newer_spark_is_treated_as_the_newest_known_one(
    version_runs: dict[str, VersionRun],
) -> None:
    each = version_runs["Spark newer than any known"]
    assert each.agent_log == []
    events = files(each.folder)
    assert len(events) >= 4, "the application, the write"
    assert invariants.problems(events) == []
