"""Options, and the single JVM run that the cases of a Spark line share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import case as cases
from tests.e2e import events, options
from tests.e2e.events import Event
from tests.e2e.lines import Line
from tests.e2e.spark_submit import Driver, Job, JobResult, file_transport
from tests.e2e.workspace import Paths


def pytest_addoption(parser: pytest.Parser) -> None:
    group = options.declare(parser)
    group.addoption("--golden", default=str(cases.CASES), help="folder of the expected events")


@dataclass(frozen=True)
class Outcome:
    """The results of jobs, and the events of each job, by name."""

    job_results: dict[str, JobResult]
    sent: dict[str, list[Event]]

    def of_jobs_that_ran(self) -> dict[str, list[Event]]:
        """The events; fails if a job has failed."""
        errors = {name: answer.error for name, answer in self.job_results.items()}
        assert errors == dict.fromkeys(errors)
        return self.sent


@dataclass(frozen=True)
class Suite:
    """The Spark line, the agent's jar, the work folder and the mode of a test session."""

    line: Line
    agent: Path
    golden: Path
    rewrite: bool
    work: Path

    def paths(self, *name: str) -> Paths:
        return Paths(self.work / "data", self.work.joinpath(*name))

    def driver(self, group: str, env: dict[str, str] | None = None) -> Driver:
        jars = [self.agent, self.line.avro(), *self.line.catalogs()]
        return Driver(self.line, jars, self.work / group, env or {})

    def run(
        self, group: str, jobs: list[Job], env: dict[str, str] | None = None
    ) -> dict[str, JobResult]:
        """Run jobs in one JVM with the agent of this session."""
        return self.driver(group, env).run(jobs, self.work / "data")

    def under(
        self,
        group: str,
        script: Path,
        settings: Mapping[str, dict[str, str]],
        env: dict[str, str] | None = None,
    ) -> Outcome:
        """Run one script with each of several settings, in one JVM."""
        paths = {name: self.paths(group, name) for name in settings}
        jobs = [
            Job(name, script, paths[name].own, file_transport(paths[name].events) | conf)
            for name, conf in settings.items()
        ]
        job_results = self.run(group, jobs, env)
        files = {name: paths[name].events for name in settings}
        sent = {name: events.read(file) if file.exists() else [] for name, file in files.items()}
        return Outcome(job_results, sent)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect cases that the Spark line cannot run; run the tests over all event files last."""
    options.deselect_other_lines(config, items)
    items.sort(key=lambda item: item.path.name == "test_every_event.py")


@pytest.fixture(scope="session")
def suite(request: pytest.FixtureRequest) -> Suite:
    spark_line = options.spark_line(request.config)
    agent = options.agent(request.config, spark_line)
    work = options.new_folder("e2e", spark_line.name)
    golden = Path(request.config.getoption("--golden"))
    return Suite(spark_line, agent, golden, request.config.getoption("--rewrite"), work)


@pytest.fixture(scope="session")
def job_results(suite: Suite, request: pytest.FixtureRequest) -> dict[str, JobResult]:
    """Run the cases that this session has selected."""
    chosen = options.selected(request)
    jobs = [case_job(case, suite) for case in sorted(chosen, key=lambda c: (c.hive, c.name))]
    return suite.run("cases", jobs)


def case_job(case: cases.Case, suite: Suite) -> Job:
    paths = suite.paths("cases", case.name)
    return Job(
        name=case.name,
        script=case.job,
        folder=paths.own,
        conf=file_transport(paths.events) | case.conf,
        tables=case.tables,
        hive=case.hive,
    )
