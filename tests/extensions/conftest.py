"""Options, and the drivers that the tests of a session share, because a cold driver costs ten seconds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e import options
from tests.e2e.lines import ROOT, Line, pandas_packages
from tests.e2e.spark_submit import Driver, Job, file_transport
from tests.extensions.discovery import installed
from tests.extensions.outcome import Outcome

HERE = Path(__file__).resolve().parent
PYTHON = "spark.openlineage.python"
PATH = f"{ROOT / 'python-sdk' / 'src'}:{ROOT}"


@dataclass(frozen=True)
class Suite:
    """The Spark line, the agent's jar and the work folder of the test session."""

    line: Line
    agent: Path
    work: Path

    def driver(self, group: str, env: dict[str, str] | None = None) -> Driver:
        """A driver whose Python finds the SDK and `tests.extensions.acme`."""
        own = {"PYTHONPATH": PATH, "ACME_FOLDER": str(self.work)}
        folder = self.work / group
        return Driver(self.line, [self.agent], folder, own | (env or {}), timeout=300, memory="1g")

    def run(
        self, group: str, jobs: list[Job], env: dict[str, str] | None = None
    ) -> dict[str, Outcome]:
        """Run jobs in one JVM, each with its own SparkContext."""
        data = self.work / "data"
        data.mkdir(exist_ok=True)
        job_results = self.driver(group, env).run(jobs, data)
        return {j.name: Outcome(job_results[j.name], j.folder / "events.jsonl") for j in jobs}

    def job(
        self, name: str, script: str, *extensions: str, agent: bool = True, **settings: str
    ) -> Job:
        """A job with configured extensions; `settings` are those below `python`."""
        folder = self.work / "jobs" / name
        conf = file_transport(folder / "events.jsonl")
        conf |= {f"{PYTHON}.{key}": value for key, value in settings.items()}
        if extensions:
            conf[f"{PYTHON}.extensions"] = ",".join(acme(*extensions))
        return Job(name, HERE / "jobs" / f"{script}.py", folder, conf, agent=agent)


def acme(*extensions: str) -> list[str]:
    """The full names of extensions of `tests.extensions.acme`."""
    return [f"tests.extensions.acme.{each}" for each in extensions]


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests over all event files last."""
    items.sort(key=lambda item: item.path.name == "test_every_event.py")


@pytest.fixture(scope="session")
def outcomes(suite: Suite, request: pytest.FixtureRequest) -> dict[str, Outcome]:
    """The outcomes of the jobs of all selected modules, run in one JVM.

    The job without the agent runs first; all other jobs must have the same result.
    """
    modules = dict.fromkeys(item.getparent(pytest.Module) for item in request.session.items)
    factories = [getattr(module.obj, "jobs", None) for module in modules if module is not None]
    jobs = [suite.job("plain", "write", agent=False), suite.job("at-once", "at_once")]
    jobs += [job for jobs_of in factories if jobs_of is not None for job in jobs_of(suite)]
    packages = f"{PATH}:{installed(suite.work / 'package')}:{pandas_packages()}"
    return suite.run("jobs", jobs, {"PYTHONPATH": packages})


@pytest.fixture(scope="session")
def suite(request: pytest.FixtureRequest) -> Suite:
    spark_line = options.spark_line(request.config)
    return Suite(
        spark_line,
        options.agent(request.config, spark_line),
        options.new_folder("extensions", spark_line.name),
    )
