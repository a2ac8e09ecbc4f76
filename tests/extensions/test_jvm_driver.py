"""Drivers without Python: spark-sql, with and without Spark's own py4j."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.e2e import events as ev
from tests.e2e.events import Event
from tests.e2e.lines import Line
from tests.e2e.spark_submit import LISTENER, Driver, DriverResult, file_transport
from tests.extensions.conftest import PYTHON, Suite, acme
from tests.extensions.outcome import errors, names, writing
from tests.extensions.processes import hosts

SQL = "org.apache.spark.sql.hive.thriftserver.SparkSQLCLIDriver"


@dataclass(frozen=True)
class WithoutPy4j(Line):
    """A line whose SPARK_HOME is a copy (of links) without py4j."""

    copy: Path = Path()

    @property
    def home(self) -> Path:
        return self.copy


def without_py4j(line: Line, folder: Path) -> Line:
    (folder / "jars").mkdir(parents=True)
    for each in line.home.iterdir():
        if each.name not in {"jars", "__pycache__"}:
            (folder / each.name).symlink_to(each)
    kept = [jar for jar in (line.home / "jars").iterdir() if not jar.name.startswith("py4j")]
    assert len(kept) == len(list((line.home / "jars").iterdir())) - 1
    for jar in kept:
        (folder / "jars" / jar.name).symlink_to(jar)
    return WithoutPy4j(line.name, line.version, line.scala, copy=folder)


@dataclass(frozen=True)
class Application:
    driver_result: DriverResult
    events: list[Event]

    @property
    def log(self) -> list[str]:
        return self.driver_result.log


def spark_sql(driver: Driver, suite: Suite) -> Application:
    events = driver.folder / "events.jsonl"
    conf = file_transport(events) | {
        "spark.extraListeners": LISTENER,
        "spark.master": "local[2]",
        "spark.sql.catalogImplementation": "in-memory",
        "spark.sql.warehouse.dir": str(driver.folder / "warehouse"),
        "spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:memory:none;create=true",
        f"{PYTHON}.extensions": ",".join(acme("good:numbers", "good:always")),
        f"{PYTHON}.exec": str(suite.line.python),
    }
    text = "CREATE TABLE doubled AS SELECT id * 2 AS x FROM range(10); SELECT sum(x) FROM doubled;"
    driver_result = driver.submit(["--class", SQL, "spark-internal", "-e", text], conf)
    return Application(driver_result, ev.read(events))


@pytest.fixture(scope="module")
def application(suite: Suite) -> Application:
    return spark_sql(suite.driver("spark-sql"), suite)


@pytest.fixture(scope="module")
def bare(suite: Suite) -> Application:
    line = without_py4j(suite.line, suite.work / "spark-without-py4j")
    return spark_sql(replace(suite.driver("spark-sql-without-py4j"), line=line), suite)


def test_extensions_are_called_in_a_driver_without_python(application: Application) -> None:
    assert application.driver_result.code == 0, application.log[-20:]
    assert "90" in application.log
    start, complete = writing(application.events, "/doubled")
    assert errors(application.events) == {}
    assert names(start["inputs"]) == names(complete["inputs"]) == [("acme", "numbers")]
    assert [e["run"]["facets"]["always"]["type"] for e in (start, complete)] == [
        "START",
        "COMPLETE",
    ]


def test_the_host_leaves_with_the_driver(application: Application, suite: Suite) -> None:
    assert application.driver_result.code == 0
    assert hosts(suite.work) == []


def test_without_py4j_the_job_and_its_lineage_are_unchanged(bare: Application) -> None:
    assert bare.driver_result.code == 0, bare.log[-20:]
    assert "90" in bare.log
    start, complete = writing(bare.events, "/doubled")
    assert start["inputs"] == complete["inputs"] == []
    assert [f["name"] for f in complete["outputs"][0]["facets"]["schema"]["fields"]] == ["x"]


def test_without_py4j_the_log_and_the_application_event_report_it(bare: Application) -> None:
    agent_lines = bare.driver_result.agent_warnings
    assert len(agent_lines) == 1, agent_lines
    assert "py4j is not on the driver's class path" in agent_lines[0]
    applications = [e for e in bare.events if ev.is_application(e)]
    assert "py4j" in errors(applications)["headwater.host"]
    assert not [row for row in bare.log if row.startswith("\tat ")]
