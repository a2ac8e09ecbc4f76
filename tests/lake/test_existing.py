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
        Job(
            phase,
            SCRIPT,
            paths.own,
            conf | {"spark.test.phase": phase},
            hive=True,
            agent=phase == "find",
        )
        for phase in ("create", "find")
    ]
    jars = [lake.agent, lake.line.avro(), *formats.jars(lake.line)]
    return Driver(lake.line, jars, paths.own, timeout=300).run(jobs, paths.data)


@pytest.fixture(scope="module")
def outputs(lake: Lake, results: dict[str, JobResult]) -> dict[str, list[Any] | None]:
    """The outputs of each statement: last part of the name, names in the catalog, lifecycle, columns.

    None for a statement that Spark does not execute, because there is nothing to do.
    """
    assert {name: result.error for name, result in results.items()} == {
        "create": None,
        "find": None,
    }
    by_text: dict[str, list[Any]] = {}
    for event in events.read(Paths(lake.work / "data", lake.work / "existing").events):
        if event["eventType"] == "COMPLETE" and "sql" in event["job"]["facets"]:
            by_text[event["job"]["facets"]["sql"]["query"]] = [
                output(each) for each in event["outputs"]
            ]
    return {statement: by_text.get(text) for statement, text in results["find"].value.items()}


def output(dataset: dict[str, Any]) -> tuple[str, list[str], str | None, str]:
    facets = dataset["facets"]
    change = facets.get("lifecycleStateChange", {}).get("lifecycleStateChange")
    columns = [field["name"] for field in facets.get("schema", {}).get("fields", [])]
    names = [each["name"] for each in facets.get("symlinks", {}).get("identifiers", [])]
    return Path(dataset["name"]).name, names, change, " ".join(columns)


CREATE_D, CREATE_T = "CREATE TABLE IF NOT EXISTS k.", "CREATE TABLE IF NOT EXISTS ice.db."
OUTPUTS: dict[str, list[Any] | None] = {
    f"{CREATE_D}d (id INT) USING delta": [],
    f"{CREATE_D}new_d (id INT) USING delta": [("new_d", ["k.new_d"], "CREATE", "id")],
    "CREATE OR REPLACE TABLE k.placed USING delta AS SELECT 1 AS id": [
        ("else where_d", ["k.placed"], "OVERWRITE", "id")
    ],
    f"{CREATE_T}t (id INT) USING iceberg": [],
    f"{CREATE_T}new_t (id INT) USING iceberg": [("new_t", ["db.new_t"], "CREATE", "id")],
    f"{CREATE_D}d LIKE k.new_d": None,
    "CREATE TABLE k.alike LIKE k.source": [("alike", ["k.alike"], "CREATE", "a b p")],
    "ALTER TABLE k.added ADD COLUMNS (c INT)": [("added", ["k.added"], "ALTER", "a b c p")],
    "ALTER TABLE k.moved SET LOCATION '{out}/elsewhere'": [
        ("elsewhere", ["k.moved"], "ALTER", "a b p")
    ],
    "ALTER TABLE k.parted ADD PARTITION (p = 7)": [("parted", ["k.parted"], "ALTER", "a b p")],
    "ALTER TABLE k.tagged SET TBLPROPERTIES ('x' = 'y')": [
        ("tagged", ["k.tagged"], "ALTER", "a b p")
    ],
    "ALTER VIEW k.seen SET TBLPROPERTIES ('x' = 'y')": [("k.seen", [], "ALTER", "a b")],
    "TRUNCATE TABLE k.emptied": [("emptied", ["k.emptied"], "TRUNCATE", "a b p")],
    "ALTER TABLE k.old RENAME TO k.older": [("older", ["k.older"], "RENAME", "a b p")],
    "DROP TABLE IF EXISTS k.older": [("older", ["k.older"], "DROP", "a b p")],
    "ALTER TABLE k.outside RENAME TO k.out": [("outside", ["k.out"], "RENAME", "a")],
    "ALTER TABLE k.hived RENAME TO k.hive_2": [("hive_2", ["k.hive_2"], "RENAME", "a b")],
    "LOAD DATA LOCAL INPATH '{out}/rows.txt' INTO TABLE k.loaded": [
        ("loaded", ["k.loaded"], None, "a b")
    ],
}


@pytest.mark.parametrize("statement", OUTPUTS)
def test_a_statement_has_the_table_with_its_columns(
    statement: str, outputs: dict[str, list[Any] | None]
) -> None:
    assert outputs[statement] == OUTPUTS[statement]


def test_a_drop_of_a_table_that_is_not_there_has_no_output(
    lake: Lake, outputs: dict[str, list[Any] | None]
) -> None:
    nothing: list[Any] | None = (
        None if lake.line.id == "3.3" else []
    )  # Spark 3.3 has a command without effect
    assert outputs["DROP TABLE IF EXISTS k.absent"] == nothing


def test_no_warning_of_the_agent(results: dict[str, JobResult]) -> None:
    assert results["find"].agent_warnings == []
