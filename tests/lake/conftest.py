"""Options and the one JVM run that the cases of a Spark line share; the driver is that of tests/e2e."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.case import Case, load
from tests.e2e.lines import ROOT, Line, line
from tests.e2e.spark_submit import Answer, Driver, Job, file_transport
from tests.e2e.workspace import Paths
from tests.lake import formats

CASES = Path(__file__).resolve().parent / "cases"


def load_all() -> list[Case]:
    """Every case, by name."""
    return [load(folder) for folder in sorted(CASES.iterdir()) if any(folder.glob("job.*"))]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("headwater")
    group.addoption("--spark", default="4.0", help="the Spark line to run on")
    group.addoption("--jars", default=str(ROOT / "dist"), help="the folder with the agent jars")
    group.addoption("--rewrite", action="store_true", help="write expected events, not compare")


@dataclass(frozen=True)
class Lake:
    """What every test of a run shares."""

    line: Line
    agent: Path
    work: Path
    rewrite: bool

    def paths(self, case: Case) -> Paths:
        return Paths(self.work / "data", self.work / "cases" / case.name)

    def job(self, case: Case) -> Job:
        paths = self.paths(case)
        conf = formats.conf(case.name, paths) | file_transport(paths.events) | case.conf
        return Job(case.name, case.job, paths.own, conf, case.tables)


@pytest.fixture(scope="session")
def lake(request: pytest.FixtureRequest) -> Lake:
    wanted = line(request.config.getoption("--spark"))
    agent = Path(request.config.getoption("--jars")).resolve() / wanted.agent
    assert agent.is_file(), f"{agent} is missing: make jar"
    assert wanted.python.exists(), f"Spark {wanted.id} is missing: make spark-{wanted.id}"
    work = ROOT / "build" / "lake" / wanted.id
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    return Lake(wanted, agent, work, request.config.getoption("--rewrite"))


@pytest.fixture(scope="session")
def answers(lake: Lake, request: pytest.FixtureRequest) -> dict[str, Answer]:
    """Runs the cases that this session has selected."""
    found = [getattr(item, "callspec", None) for item in request.session.items]
    selected = {spec.params["case"] for spec in found if spec and "case" in spec.params}
    jobs = [lake.job(case) for case in sorted(selected, key=lambda c: c.name)]
    jars = [lake.agent, lake.line.avro(), *formats.jars(lake.line)]
    return Driver(lake.line, jars, lake.work / "cases").run(jobs, lake.work / "data")
