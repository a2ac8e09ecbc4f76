"""spark-xml, spark-excel and Cobrix read and write files without a format of Spark's own; the paths are the datasets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import events, lines
from tests.e2e.events import Event
from tests.e2e.spark_submit import Driver, Job, JobResult, file_transport
from tests.e2e.workspace import Paths
from tests.lake.conftest import Lake

FORMATS = {"spark-xml"}  # see conftest.py
SCRIPT = Path(__file__).parent / "jobs" / "library_files.py"
# The libraries with what they need. They have releases for Scala 2.12, and Spark 4 has XML itself.
LIBRARIES = (
    "txw2",
    "spark-excel",
    "spark-cobol",
    "cobol-parser",
    "scodec-core",
    "scodec-bits",
    "shapeless",
)


@pytest.fixture(scope="module")
def paths(lake: Lake) -> Paths:
    return Paths(lake.work / "data", lake.work / "library_files")


@pytest.fixture(scope="module")
def result(lake: Lake, paths: Paths) -> JobResult:
    job = Job("library_files", SCRIPT, paths.own, file_transport(paths.events), ["orders"])
    names = (f"spark-xml-{lake.line.name}", *LIBRARIES)
    jars = [lake.agent, lake.line.avro(), *(lines.fetched(name) for name in names)]
    return Driver(lake.line, jars, paths.own, timeout=300).run([job], paths.data)["library_files"]


@pytest.fixture(scope="module")
def completed(paths: Paths, result: JobResult) -> list[Event]:
    assert result.error is None
    assert result.agent_warnings == []
    return [e for e in events.read(paths.events) if e["eventType"] == "COMPLETE"]


def name(dataset: dict[str, Any], paths: Paths) -> str:
    """The namespace, and the name below the folder of the job's results, of the job or of the fixture data."""
    text = f"{dataset['namespace']} {dataset['name']}"
    for folder in (paths.out, paths.own, paths.data):
        text = text.replace(f" {folder}/", " ")
    return text


def columns(output: dict[str, Any], paths: Paths) -> dict[str, list[str]]:
    fields = output["facets"]["columnLineage"]["fields"]
    return {
        column: [f"{name(source, paths)}.{source['field']}" for source in lineage["inputFields"]]
        for column, lineage in fields.items()
    }


ORDERS = {"id": ["file orders.id"], "status": ["file orders.status"]}
# Of each write in turn: the output, and the sources of its columns.
WRITES = [
    ("file xml/orders", ORDERS),
    ("file xml/orders", ORDERS),
    ("file xml/read", {"id": ["file xml/orders.id"]}),
    ("file xml/glob", {"id": ["file xml.id"], "_corrupt_record": ["file xml.id"]}),
    ("file xml/orders", ORDERS),  # of the table `shop`
    ("file warehouse/from_shop", {"status": ["file xml/orders.status"]}),
    ("file excel/orders.xlsx", ORDERS),
    ("file excel/read", {"id": ["file excel/orders.xlsx.id"]}),
    ("file excel/streamed", {"id": ["file excel/orders.xlsx.id"]}),
    ("file cobol/read", {"name": ["file cobol/customers.dat.NAME"]}),
]


@pytest.mark.row("connector.library-files")
def test_each_write_has_its_dataset_and_columns(completed: list[Event], paths: Paths) -> None:
    found = [
        (name(output, paths), columns(output, paths))
        for event in completed
        for output in event["outputs"]
        if "columnLineage" in output["facets"]
    ]
    assert found == WRITES


def test_nothing_is_unknown(completed: list[Event]) -> None:
    states: Counter[str] = Counter()
    for event in completed:
        coverage = event["run"]["facets"].get("headwater_coverage", {"columns": {}, "gaps": []})
        assert coverage["gaps"] == []
        states.update(coverage["columns"])
    assert states == {"exact": 14, "opaque": 1}  # the text of a record that cannot be parsed
