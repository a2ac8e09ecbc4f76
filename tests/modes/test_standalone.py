"""The driver runs on a worker of Spark's own cluster manager, or beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e import java
from tests.e2e.events import Event
from tests.e2e.spark_submit import LISTENER, Driver, file_transport
from tests.modes.clusters import standalone
from tests.modes.conftest import Modes, closed_runs

JOBS = Path(__file__).resolve().parent / "jobs"
LIMIT = 300


@pytest.fixture(scope="module")
def master(modes: Modes) -> Iterator[str]:
    with standalone(modes.line, modes.work / "standalone") as url:
        yield url


def settings(master: str, mode: str, file: Path) -> dict[str, str]:
    return file_transport(file) | {
        "spark.master": master,
        "spark.submit.deployMode": mode,
        "spark.extraListeners": LISTENER,
        "spark.executor.memory": "512m",
        "spark.cores.max": "1",
    }


def check(file: Path, out: Path, mode: str) -> None:
    application, write = closed_runs(file)
    assert [e["eventType"] for e in (*application, *write)] == ["START", "COMPLETE"] * 2
    assert write[-1]["outputs"][0]["name"] == str(out)
    details = application[0]["run"]["facets"]["spark_applicationDetails"]
    assert details["deployMode"] == mode


def test_a_job_in_client_mode_has_its_events(modes: Modes, master: str) -> None:
    own = replace(modes.driver("standalone-client"), memory="600m")
    file, out = own.folder / "events.jsonl", own.folder / "out"
    done = own.submit([str(JOBS / "one_write.py"), str(out)], settings(master, "client", file))
    assert done.code == 0, "\n".join(done.log[-40:])
    check(file, out, "client")


def test_a_job_in_cluster_mode_has_its_events(modes: Modes, master: str) -> None:
    """Spark runs only JVM applications so. `spark-submit` ends when the driver has started."""
    own = replace(modes.driver("standalone-cluster"), memory="600m")
    file, out = own.folder / "events.jsonl", own.folder / "out"
    jar = application(own)
    conf = settings(master, "cluster", file)
    done = own.submit(["--class", "OneWrite", str(jar), str(out)], conf)
    assert done.code == 0, "\n".join(done.log[-40:])
    end = time.monotonic() + LIMIT
    while not (file.exists() and file.read_text().count("\n") >= 4) and time.monotonic() < end:
        time.sleep(0.5)
    check(file, out, "cluster")


def test_rows_that_a_lost_executor_had_read_or_written_are_not_counted_twice(
    modes: Modes, master: str
) -> None:
    """Spark counts a task again that it repeats after an executor was lost; so there is no number."""
    own = replace(modes.driver("standalone-lost"), memory="600m")
    own.folder.mkdir(parents=True)
    file = own.folder / "events.jsonl"
    conf = settings(master, "client", file) | {
        "spark.cores.max": "2",
        "spark.executor.cores": "1",
        "spark.sql.files.maxPartitionBytes": "2000",
        "spark.sql.files.openCostInBytes": "2000",
        "spark.sql.adaptive.enabled": "false",
        "spark.shuffle.readHostLocalDisk": "false",  # which would find the files of a lost executor
    }
    done = own.submit([str(JOBS / "lost_executor.py"), str(own.folder)], conf)
    assert done.code == 0, "\n".join(done.log[-40:])
    assert "rows: 7 1000" in done.log
    assert {f.name for f in own.folder.glob("*-killed")} == {"query-killed", "job-killed"}
    ends = [group[-1] for group in closed_runs(file)]
    written = {Path(e["outputs"][0]["name"]).name: e for e in ends if e["outputs"]}
    assert "inputFacets" not in written["query"]["inputs"][0]
    assert rows_written(written["query"]) == 7
    assert "outputFacets" not in written["job"]["outputs"][0]
    assert rows_written(written["table"]) == 800


def rows_written(event: Event) -> int:
    rows: int = event["outputs"][0]["outputFacets"]["outputStatistics"]["rowCount"]
    return rows


def application(own: Driver) -> Path:
    """The job as a jar."""
    path = own.folder / "one-write.jar"
    return java.jar(path, [JOBS / "OneWrite.java"], f"{own.line.home / 'jars'}/*")
