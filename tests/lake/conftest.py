"""Options, and the single JVM run that the cases of a Spark line share; it uses the driver of tests/e2e."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import options
from tests.e2e.case import Case
from tests.e2e.lines import Line
from tests.e2e.spark_submit import Driver, Job, JobResult, file_transport
from tests.e2e.workspace import Paths
from tests.lake import formats, oldest

CASES = Path(__file__).resolve().parent / "cases"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = options.declare(parser)
    group.addoption("--oldest", action="store_true", help="run test_oldest.py, on old releases")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the cases that the Spark line cannot run, and those of a format that has no release for it."""
    options.deselect_other_lines(config, items)
    formats_there = formats.released(config.getoption("--spark"))
    others = [i for i in items if not formats_there >= formats_of(i) or not is_wanted(i, config)]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]


def is_wanted(item: pytest.Item, config: pytest.Config) -> bool:
    """With `--oldest`, the cases of test_oldest.py that the releases can run; otherwise every other test."""
    is_oldest = item.path.name == "test_oldest.py"
    if is_oldest != config.getoption("--oldest"):
        return False
    case = options.case_of(item)
    return not (is_oldest and case and oldest.lacks(config.getoption("--spark"), case.name))


def formats_of(item: pytest.Item) -> set[str]:
    """The formats that a test needs: those of its case, or of its module."""
    case = options.case_of(item)
    module = getattr(item, "module", None)
    return formats.of(case.name) if case else getattr(module, "FORMATS", set())


@dataclass(frozen=True)
class Lake:
    """The Spark line, the agent's jar, the work folder and the modes of a test session."""

    line: Line
    agent: Path
    work: Path
    rewrite: bool
    oldest: bool

    def paths(self, case: Case) -> Paths:
        return Paths(self.work / "data", self.work / "cases" / case.name)

    def job(self, case: Case) -> Job:
        paths = self.paths(case)
        conf = formats.conf(case.name, paths) | file_transport(paths.events) | case.conf
        return Job(case.name, case.job, paths.own, conf, case.tables)


@pytest.fixture(scope="session")
def lake(request: pytest.FixtureRequest) -> Lake:
    spark_line = options.spark_line(request.config)
    agent = options.agent(request.config, spark_line)
    work = options.new_folder("lake", spark_line.name)
    flags = (request.config.getoption(name) for name in ("--rewrite", "--oldest"))
    return Lake(spark_line, agent, work, *flags)


@pytest.fixture(scope="session")
def job_results(lake: Lake, request: pytest.FixtureRequest) -> dict[str, JobResult]:
    """Run the cases that this session has selected."""
    jobs = [lake.job(case) for case in sorted(options.selected(request), key=lambda c: c.name)]
    jars = [lake.agent, lake.line.avro(), *formats.jars(lake.line, oldest=lake.oldest)]
    return Driver(lake.line, jars, lake.work / "cases", timeout=1800).run(jobs, lake.work / "data")
