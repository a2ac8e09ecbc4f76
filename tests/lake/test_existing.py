"""Statements on tables that another application has created. An event never has a table without its columns, for which a
backend would replace the columns that it knows.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e import events
from tests.e2e.spark_submit import Driver, Job, JobResult, file_transport
from tests.e2e.workspace import Paths
from tests.lake import formats
from tests.lake.conftest import Lake

FORMATS = {"delta", "iceberg"}  # see conftest.py
SCRIPT = Path(__file__).parent / "jobs" / "existing.py"


@pytest.fixture(scope="module")
def results(lake: Lake) -> dict[str, JobResult]:
    """Runs the application that creates the tables, without the agent, and the one that finds them."""
    paths = Paths(lake.work / "data", lake.work / "existing")
    conf = formats.conf("both_existing", paths) | file_transport(paths.events)
    jobs = [
        Job(phase, SCRIPT, paths.own, conf | {"spark.test.phase": phase}, hive=True, agent=phase == "find")
        for phase in ("create", "find")
    ]
    jars = [lake.agent, lake.line.avro(), *formats.jars(lake.line)]
    return Driver(lake.line, jars, paths.own, timeout=300).run(jobs, paths.data)


@pytest.fixture(scope="module")
def outputs(lake: Lake, results: dict[str, JobResult]) -> dict[str, list[Any]]:
    """The outputs of each statement: name, lifecycle, columns."""
    assert {name: result.error for name, result in results.items()} == {"create": None, "find": None}
    found: dict[str, list[Any]] = {}
    for event in events.read(Paths(lake.work / "data", lake.work / "existing").events):
        if event["eventType"] == "COMPLETE" and "sql" in event["job"]["facets"]:
            found[event["job"]["facets"]["sql"]["query"]] = [output(each) for each in event["outputs"]]
    return found


def output(dataset: dict[str, Any]) -> tuple[str, str | None, list[str]]:
    facets = dataset["facets"]
    change = facets.get("lifecycleStateChange", {}).get("lifecycleStateChange")
    columns = [field["name"] for field in facets.get("schema", {}).get("fields", [])]
    return Path(dataset["name"]).name, change, columns


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("CREATE TABLE IF NOT EXISTS k.d (id INT) USING delta", []),
        ("CREATE TABLE IF NOT EXISTS k.new_d (id INT) USING delta", [("new_d", "CREATE", ["id"])]),
        ("CREATE TABLE IF NOT EXISTS ice.db.t (id INT) USING iceberg", []),
        ("CREATE TABLE IF NOT EXISTS ice.db.new_t (id INT) USING iceberg", [("new_t", "CREATE", ["id"])]),
        ("CREATE TABLE IF NOT EXISTS k.d LIKE k.new_d", []),
    ],
)
def test_a_statement_has_the_tables_that_it_has_changed(
    statement: str, expected: list[Any], outputs: dict[str, list[Any]]
) -> None:
    assert outputs[statement] == expected


def test_no_warning_of_the_agent(results: dict[str, JobResult]) -> None:
    assert results["find"].agent_warnings == []
