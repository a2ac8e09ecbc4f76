"""Options and the one JVM run that the cases of a Spark line share."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import case as cases
from tests.e2e.lines import ROOT, Line, line
from tests.e2e.spark_submit import Answer, Driver, Job, file_transport
from tests.e2e.workspace import Paths


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("headwater")
    group.addoption("--spark", default="4.0", help="the Spark line to run on")
    group.addoption("--jars", default=str(ROOT / "dist"), help="the folder with the agent jars")
    group.addoption("--golden", default=str(cases.CASES), help="the folder with expected events")
    group.addoption("--rewrite", action="store_true", help="write expected events, not compare")


@dataclass(frozen=True)
class Suite:
    """What every test of a run shares."""

    line: Line
    agent: Path
    golden: Path
    rewrite: bool
    work: Path

    def paths(self, *name: str) -> Paths:
        return Paths(self.work / "data", self.work.joinpath(*name))

    def driver(self, group: str, env: dict[str, str] | None = None) -> Driver:
        jars = [self.agent, self.line.avro()]
        return Driver(self.line, jars, self.work / group, env or {})

    def run(
        self, group: str, jobs: list[Job], env: dict[str, str] | None = None
    ) -> dict[str, Answer]:
        """Runs jobs in one JVM, with this run's agent."""
        return self.driver(group, env).run(jobs, self.work / "data")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What looks at every event file comes last."""
    items.sort(key=lambda item: "test_every_event" in item.nodeid)


@pytest.fixture(scope="session")
def suite(request: pytest.FixtureRequest) -> Suite:
    wanted = line(request.config.getoption("--spark"))
    agent = Path(request.config.getoption("--jars")).resolve() / wanted.agent
    assert agent.is_file(), f"{agent} is missing: make jar"
    assert wanted.python.exists(), f"Spark {wanted.id} is missing: make spark-{wanted.id}"
    work = ROOT / "build" / "e2e" / wanted.id
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    golden = Path(request.config.getoption("--golden"))
    return Suite(wanted, agent, golden, request.config.getoption("--rewrite"), work)


@pytest.fixture(scope="session")
def answers(suite: Suite, request: pytest.FixtureRequest) -> dict[str, Answer]:
    """Runs the cases that this session has selected."""
    found = [getattr(item, "callspec", None) for item in request.session.items]
    selected = {spec.params["case"] for spec in found if spec and "case" in spec.params}
    jobs = [case_job(case, suite) for case in sorted(selected, key=lambda c: (c.hive, c.name))]
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
