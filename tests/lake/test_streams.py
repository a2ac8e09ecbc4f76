"""Versions in the events of streams: those that a read names, and the commits of the stream itself."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.events import Event, read
from tests.e2e.spark_submit import Driver, Job, file_transport
from tests.e2e.workspace import Paths
from tests.lake import formats
from tests.lake.conftest import Lake

FORMATS = {"delta", "iceberg"}  # see conftest.py
INTERVAL = {"spark.openlineage.streaming.runningIntervalMillis": "0"}


@dataclass(frozen=True)
class Streams:
    """The events of each streaming query, by its name, and what the job knows of the tables."""

    events: dict[str, list[Event]]
    known: dict[str, str]
    insert: Event

    def versions(self, query: str, side: str, table: str) -> set[str | None]:
        return {
            version(d) for e in self.events[query] for d in e[side] if Path(d["name"]).name == table
        }


@pytest.fixture(scope="module")
def streams(lake: Lake) -> Streams:
    paths = Paths(lake.work / "data", lake.work / "streams")
    conf = formats.conf("both_streams", paths) | file_transport(paths.events) | INTERVAL
    job = Job("both_streams", Path(__file__).parent / "jobs" / "streams.py", paths.own, conf)
    jars = [lake.agent, lake.line.avro(), *formats.jars(lake.line)]
    answers = Driver(lake.line, jars, paths.own, timeout=300).run([job], paths.data)
    assert answers[job.name].error is None
    found = defaultdict(list)
    for event in read(paths.events):
        found[event["job"]["name"].rpartition(".write_to_stream.")[2]].append(event)
    (insert,) = [
        e
        for e in read(paths.events)
        if e["eventType"] == "COMPLETE"
        and "write_to_stream" not in e["job"]["name"]
        and [Path(d["name"]).name for d in e["outputs"]] == ["shared"]
        and e["job"]["name"].endswith("append_data.ice_db_shared")
    ]
    return Streams(found, answers[job.name].value, insert)


def version(dataset: dict[str, Any]) -> str | None:
    found: str | None = dataset["facets"].get("version", {}).get("datasetVersion")
    return found


@pytest.mark.parametrize("query", ["delta_latest", "iceberg_latest"])
def test_a_table_that_each_batch_reads_anew_has_no_version(streams: Streams, query: str) -> None:
    assert [e["eventType"] for e in streams.events[query]][1:-1]
    assert streams.versions(query, "inputs", "dim") == {None}


@pytest.mark.parametrize("query", ["delta_version", "iceberg_version"])
def test_a_version_that_the_read_names_is_that_of_each_batch(streams: Streams, query: str) -> None:
    assert streams.versions(query, "inputs", "dim") == {streams.known[query]}


def test_a_stream_has_the_snapshot_that_it_has_committed_itself(streams: Streams) -> None:
    ends = [e for e in streams.events["appended"] if e["eventType"] == "COMPLETE"]
    found = [version(e["outputs"][0]) for e in ends]
    assert found == [streams.known["appended"], None]
    assert version(streams.insert["outputs"][0]) == streams.known["inserted"]


def test_a_stream_that_loads_a_table_by_its_name_has_the_symlink(streams: Streams) -> None:
    tables = [d for e in streams.events["loaded"] for d in e["inputs"]]
    assert tables
    for table in tables:
        names = [link["name"] for link in table["facets"]["symlinks"]["identifiers"]]
        assert names == ["db.shared"]
