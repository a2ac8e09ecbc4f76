"""Tables of Unity Catalog have their location, with their name in that catalog as a symlink, as in the published agent.

The connector could not be had here, so a class of its name stands in for it (`unity/`), in front of Delta's own catalog.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e import events, java, lines
from tests.e2e.spark_submit import Driver, Job, JobResult, file_transport
from tests.e2e.workspace import Paths
from tests.lake import formats
from tests.lake.conftest import Lake

FORMATS = {"delta", "unity"}  # see conftest.py
HERE = Path(__file__).parent
CATALOG = "spark.sql.catalog.unity"
SERVER = "unitycatalog://uc.example.com:8443"


@pytest.fixture(scope="module")
def result(lake: Lake) -> JobResult:
    paths = Paths(lake.work / "data", lake.work / "unity")
    conf = {
        CATALOG: "io.unitycatalog.spark.UCSingleCatalog",
        f"{CATALOG}.uri": "https://user:in-no-event@uc.example.com:8443/api",
        f"{CATALOG}.token": "in-no-event",
        f"{CATALOG}.places": f"file:{paths.own}/places",
        f"{CATALOG}.deltaRestApi.enabled": "false",
    }
    conf |= formats.conf("delta_unity", paths) | file_transport(paths.events)
    sources = (HERE / "unity").rglob("*.java")
    job = Job("unity", HERE / "jobs" / "unity.py", paths.own, conf)
    jars = [
        lake.agent,
        lake.line.avro(),
        *formats.jars(lake.line),
        lines.fetched(f"unity-{lake.line.name}"),
        java.jar(paths.own / "unity.jar", sources, f"{lake.line.home / 'jars'}/*", release="17"),
    ]
    return Driver(lake.line, jars, paths.own, timeout=300).run([job], paths.data)["unity"]


@pytest.fixture(scope="module")
def written(lake: Lake, result: JobResult) -> dict[str, dict[str, Any]]:
    """The COMPLETE event of each statement, by its text."""
    assert result.error is None
    paths = Paths(lake.work / "data", lake.work / "unity")
    assert "in-no-event" not in paths.events.read_text()
    return {
        event["job"]["facets"]["sql"]["query"].replace(paths.out, "{out}"): event
        for event in events.read(paths.events)
        if event["eventType"] == "COMPLETE" and "sql" in event["job"]["facets"]
    }


def table(dataset: dict[str, Any]) -> tuple[str, str, str, str]:
    """The last folder, the name in the catalog with its namespace, the type of the catalog, and the format."""
    facets = dataset["facets"]
    (name,) = facets["symlinks"]["identifiers"]
    catalog = facets.get("catalog", {})
    return (
        Path(dataset["name"]).name,
        f"{name['namespace']} {name['name']}",
        f"{catalog.get('framework')} {catalog.get('type')} {catalog.get('name')}",
        facets.get("storage", {}).get("storageLayer", ""),
    )


def delta(folder: str, name: str) -> tuple[str, str, str, str]:
    return folder, f"{SERVER} unity.sales.{name}", "delta unity unity", "delta"


ORDERS, CHOSEN = delta("orders", "orders"), delta("id-of-chosen", "chosen")
PLACED, EMPTY = delta("placed", "placed"), delta("id-of-empty", "empty")
FILES = ("files", f"{SERVER} unity.sales.files", "unity unity unity", "")
TABLES: dict[str, tuple[list[Any], list[Any]]] = {
    "CREATE TABLE unity.sales.orders": ([], [ORDERS]),
    "INSERT INTO unity.sales.orders": ([], [ORDERS]),
    "CREATE TABLE unity.sales.chosen": ([ORDERS], [CHOSEN]),
    "CREATE TABLE unity.sales.placed": ([CHOSEN], [PLACED]),
    "UPDATE unity.sales.orders": ([ORDERS], [ORDERS]),
    "MERGE INTO unity.sales.orders": ([CHOSEN, ORDERS], [ORDERS]),
    "INSERT INTO unity.sales.empty": ([ORDERS], [EMPTY]),
    "CREATE TABLE unity.sales.files": ([], [FILES]),
    "INSERT INTO unity.sales.files": ([ORDERS], [FILES]),
    "DROP TABLE unity.sales.files": ([], [FILES]),
}


@pytest.mark.row("connector.unity")
@pytest.mark.parametrize("statement", TABLES)
def test_a_table_of_unity_catalog_has_its_location_and_its_name(
    statement: str, written: dict[str, dict[str, Any]]
) -> None:
    (event,) = [event for text, event in written.items() if text.startswith(statement)]
    inputs, outputs = ([table(d) for d in event[kind]] for kind in ("inputs", "outputs"))
    assert (sorted(inputs), outputs) == TABLES[statement]


def test_a_new_table_whose_place_the_catalog_chooses_goes_by_its_name(
    written: dict[str, dict[str, Any]],
) -> None:
    (event,) = [
        e for text, e in written.items() if text.startswith("CREATE TABLE unity.sales.empty")
    ]
    assert [(d["namespace"], d["name"]) for d in event["outputs"]] == [
        (SERVER, "unity.sales.empty")
    ]
    assert event["run"]["facets"]["headwater_coverage"]["gaps"]


def test_whether_a_table_was_there_is_not_known(written: dict[str, dict[str, Any]]) -> None:
    (event,) = [e for text, e in written.items() if "IF NOT EXISTS" in text]
    gaps = event["run"]["facets"]["headwater_coverage"]["gaps"]
    assert event["outputs"] == []
    assert [gap["reason"] for gap in gaps] == ["whether the table existed is not known"]


def test_a_table_of_the_session_catalog_with_the_same_name_is_another_one(
    written: dict[str, dict[str, Any]],
) -> None:
    (dropped,) = written["DROP TABLE sales.files"]["outputs"]
    assert dropped["name"].endswith("/sales.db/files")
    assert [i["name"] for i in dropped["facets"]["symlinks"]["identifiers"]] == ["sales.files"]


def test_no_warning_of_the_agent(result: JobResult) -> None:
    assert result.agent_warnings == []
