"""Options, and the events that all consumers of this folder read: those of the demo and of a warehouse."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from demo import inputs
from tests.e2e import events, options
from tests.e2e.events import Event
from tests.e2e.fixture_data import TABLES
from tests.e2e.lines import ROOT, Line
from tests.e2e.spark_submit import LISTENER, Driver, Job, file_transport
from tests.e2e.workspace import Paths
from tests.lake import formats

HERE = Path(__file__).resolve().parent
TOOLS = ROOT / "build" / "tools" / "bin"


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


@dataclass(frozen=True)
class ApplicationEvents:
    """The events of one application, in the order of its file."""

    name: str
    events: list[Event]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Consumers:
    """The Spark line, the agent's jar and the work folder of a test session."""

    line: Line
    agent: Path
    work: Path

    def driver(self, name: str, *jars: Path) -> Driver:
        return Driver(self.line, [self.agent, *jars], self.work / name, timeout=600)


@pytest.fixture(scope="session")
def consumers(request: pytest.FixtureRequest) -> Consumers:
    spark_line = options.spark_line(request.config)
    agent = options.agent(request.config, spark_line)
    return Consumers(spark_line, agent, options.new_folder("consumers-work", spark_line.name))


@pytest.fixture(scope="session")
def warehouse(consumers: Consumers) -> ApplicationEvents:
    """The events of jobs/warehouse.py."""
    paths = Paths(consumers.work / "data", consumers.work / "warehouse" / "job")
    conf = formats.conf("both_warehouse", paths) | file_transport(paths.events)
    job = Job("warehouse", HERE / "jobs" / "warehouse.py", paths.own, conf, list(TABLES))
    driver = consumers.driver("warehouse", consumers.line.avro(), *formats.jars(consumers.line))
    results = driver.run([job], paths.data)
    assert results["warehouse"].error is None
    return ApplicationEvents("warehouse", events.read(paths.events))


@pytest.fixture(scope="session")
def elements(consumers: Consumers) -> ApplicationEvents:
    """The events of jobs/elements.py, with the names of fields that docs/backends.md has for OpenMetadata."""
    paths = Paths(consumers.work / "elements-data", consumers.work / "elements" / "job")
    names = {"spark.openlineage.columnLineage.fieldNames": "structFields"}
    warehouse = {"spark.sql.warehouse.dir": str(paths.own / "warehouse")}
    conf = file_transport(paths.events) | names | warehouse
    job = Job("elements", HERE / "jobs" / "elements.py", paths.own, conf, list(TABLES))
    results = consumers.driver("elements", consumers.line.avro()).run([job], paths.data)
    assert results["elements"].error is None
    return ApplicationEvents("elements", events.read(paths.events))


@pytest.fixture(scope="session")
def demo(consumers: Consumers) -> ApplicationEvents:
    """The events of `make demo`'s pipeline."""
    paths = Paths(inputs.data(TOOLS, "0.01"), consumers.work / "demo")
    warehouse = {"spark.sql.warehouse.dir": str(paths.own / "warehouse")}
    agent = {"spark.extraListeners": LISTENER} | file_transport(paths.events)
    pipeline = str(ROOT / "demo" / "pipeline.py")
    arguments = [pipeline, str(paths.data), str(inputs.texts())]
    done = consumers.driver("demo").submit(arguments, warehouse | agent)
    assert done.code == 0, "\n".join(done.log[-40:])
    return ApplicationEvents("demo", events.read(paths.events))


@pytest.fixture(scope="session", params=["demo", "warehouse"])
def application(request: pytest.FixtureRequest) -> ApplicationEvents:
    found: ApplicationEvents = request.getfixturevalue(request.param)
    return found
