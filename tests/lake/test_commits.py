"""The version in an event is that of its query, also if the agent reads the plan after later commits."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import events
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import Driver, Job, file_transport
from tests.e2e.workspace import Paths
from tests.lake import formats
from tests.lake.conftest import Lake

FORMATS = {"delta", "iceberg"}  # see conftest.py
COMMITS = 4  # of the job, to each table
SLOW = {"spark.openlineage.python.extensions": "tests.extensions.acme.slow:slow"}


@pytest.fixture(scope="module")
def history(lake: Lake) -> dict[str, int]:
    """Runs the job; returns the rows of each version of the table that threads write to at once."""
    paths = Paths(lake.work / "data", lake.work / "commits")
    conf = formats.conf("both_commits", paths) | file_transport(paths.events) | SLOW
    job = Job("both_commits", Path(__file__).parent / "jobs" / "commits.py", paths.own, conf)
    jars = [lake.agent, lake.line.avro(), *formats.jars(lake.line)]
    env = {"PYTHONPATH": f"{ROOT / 'python-sdk' / 'src'}:{ROOT}"}
    answers = Driver(lake.line, jars, paths.own, env, timeout=300).run([job], paths.data)
    assert answers[job.name].error is None
    rows: dict[str, int] = answers[job.name].value
    return rows


@pytest.fixture(scope="module")
def versions(lake: Lake, history: dict[str, int]) -> dict[str, list[str | None]]:
    """The versions of each dataset, in the order of the queries that wrote or read it."""
    assert history
    return found_in(Paths(lake.work / "data", lake.work / "commits").events)


def found_in(file: Path) -> dict[str, list[str | None]]:
    found: dict[str, list[str | None]] = defaultdict(list)
    for event in events.read(file):
        if event["eventType"] == "COMPLETE":
            for side in ("inputs", "outputs"):
                for dataset in event[side]:
                    version = dataset["facets"].get("version", {}).get("datasetVersion")
                    found[f"{side} {Path(dataset['name']).name}"].append(version)
    return found


def test_each_save_to_a_delta_path_has_its_version(versions: dict[str, list[str | None]]) -> None:
    assert versions["outputs saved"] == [str(n) for n in range(COMMITS)]


def test_each_write_and_delete_of_a_delta_table_has_its_version(
    versions: dict[str, list[str | None]],
) -> None:
    assert versions["outputs named"] == [str(n) for n in range(2 * COMMITS)]


def test_each_write_to_an_iceberg_table_has_its_snapshot(
    lake: Lake, versions: dict[str, list[str | None]]
) -> None:
    first, *later = [str(e["snapshot-id"]) for e in metadata(lake, "t")["snapshot-log"]]
    assert versions["outputs t"] == [of_created_table(lake, first), *later]


def test_each_read_of_an_iceberg_table_has_the_snapshot_of_its_rows(
    lake: Lake, versions: dict[str, list[str | None]]
) -> None:
    found = [str(e["snapshot-id"]) for e in metadata(lake, "t")["snapshot-log"]]
    assert versions["inputs t"] == [*found, found[-1]]  # the last query is an older DataFrame


def test_writes_that_are_published_later_have_the_snapshot_of_their_branch(
    lake: Lake, versions: dict[str, list[str | None]]
) -> None:
    refs = metadata(lake, "w")["refs"]
    main, audit = (str(refs[name]["snapshot-id"]) for name in ("main", "audit"))
    assert versions["outputs w"] == [of_created_table(lake, main), audit, None]
    assert versions["inputs w"] == [audit]


def of_created_table(lake: Lake, snapshot: str) -> str | None:
    """The version that an event has of a table that its query creates: see docs/lines.md."""
    return None if lake.line.id in ("3.3", "3.4") else snapshot


def metadata(lake: Lake, table: str) -> dict[str, Any]:
    """The newest metadata of an Iceberg table."""
    folder = next((lake.work / "commits").rglob(f"{table}/metadata"))
    newest = max(folder.glob("v*.metadata.json"), key=lambda file: int(file.name[1:].split(".")[0]))
    content: dict[str, Any] = json.loads(newest.read_text())
    return content


def test_statements_that_change_no_row_have_no_version(
    versions: dict[str, list[str | None]],
) -> None:
    assert versions["outputs idle"] == ["0", None, "1"]


def test_appends_at_once_have_their_own_version_or_none(
    lake: Lake, history: dict[str, int]
) -> None:
    written = [
        (output["facets"].get("version", {}).get("datasetVersion"), rows(output))
        for event in events.read(Paths(lake.work / "data", lake.work / "commits").events)
        if event["eventType"] == "COMPLETE"
        for output in event["outputs"]
        if Path(output["name"]).name == "at_once"
    ]
    known = [version for version, _ in written if version is not None]
    assert len(set(known)) == len(known)
    assert set(known) <= set(history)
    if lake.line.id == "3.3":  # which query of the command has counted the rows is not told
        assert {count for _, count in written} == {None}
    else:
        assert Counter(count for _, count in written) == Counter(history.values())
        assert [(v, count) for v, count in written if v is not None and history[v] != count] == []


def rows(output: dict[str, Any]) -> int | None:
    count: int | None = output.get("outputFacets", {}).get("outputStatistics", {}).get("rowCount")
    return count
