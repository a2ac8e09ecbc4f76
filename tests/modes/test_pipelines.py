"""`headwater pipelines run` runs a declarative pipeline (Spark 4.1 and later) with the agent on its server."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.e2e.events import Event
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import environment
from tests.modes.conftest import Modes, closed_runs

PYTHON = ROOT / "build" / "connect" / "bin" / "python"
SDK = ROOT / "python-sdk" / "src"
LIMIT = 300
SPEC = """
name: daily orders
storage: file://{folder}/storage
libraries:
  - glob:
      include: transformations/**
"""
SQL = """
CREATE MATERIALIZED VIEW orders AS SELECT id, id * 2 AS amount FROM range(9);
CREATE TEMPORARY VIEW large AS SELECT id, amount AS size FROM orders WHERE amount > 4;
CREATE MATERIALIZED VIEW more AS SELECT id, size + 1 AS more FROM large;
"""
TABLE = """
from pyspark import pipelines as dp
from pyspark.sql import SparkSession


@dp.table
def copied():
    return SparkSession.active().readStream.table("orders").selectExpr("id", "amount - 1 AS less")
"""
# They go to the pipeline's server, as all of spark-defaults.conf does.
DEFAULTS = """
spark.ui.enabled false
spark.driver.memory 1g
spark.sql.shuffle.partitions 2
spark.sql.warehouse.dir {folder}/warehouse
"""


def write(folder: Path) -> None:
    """The files of the pipeline."""
    for name, text in {
        "conf/spark-defaults.conf": DEFAULTS,
        "spark-pipeline.yml": SPEC,
        "transformations/orders.sql": SQL,
        "transformations/copied.py": TABLE,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace("{folder}", str(folder)))


@pytest.fixture(scope="module")
def runs(modes: Modes) -> list[list[Event]]:
    """The runs of the pipeline, the application's first."""
    folder = modes.work / "pipelines"
    write(folder)
    env = environment(modes.line) | {
        "PATH": f"{PYTHON.parent}:{os.environ['PATH']}",
        "PYSPARK_PYTHON": str(PYTHON),
        "PYSPARK_DRIVER_PYTHON": str(PYTHON),
        "PYTHONPATH": f"{modes.line.home.parent}:{SDK}",
        "HEADWATER_DIST": str(modes.agent.parent),
        "SPARK_CONF_DIR": str(folder / "conf"),
    }
    command = [str(PYTHON), "-m", "headwater", "pipelines", "--lineage-events", "events.jsonl"]
    with (folder / "log").open("w") as log:
        done = subprocess.run(
            [*command, "run"],
            cwd=folder,
            env=env,
            stdout=log,
            stderr=log,
            timeout=LIMIT,
            check=False,
        )
    assert done.returncode == 0, (folder / "log").read_text()[-4000:]
    return closed_runs(folder / "events.jsonl")


def written(runs: list[list[Event]], name: str) -> Event:
    """The last event of the one run that has written a table."""
    (found,) = [
        group[-1]
        for group in runs
        if [Path(output["name"]).name for output in group[-1]["outputs"]] == [name]
        and "columnLineage" in group[-1]["outputs"][0]["facets"]
    ]
    return found


def columns(end: Event) -> dict[str, list[str]]:
    """The columns that each column of an output takes its value from."""
    fields = end["outputs"][0]["facets"]["columnLineage"]["fields"]
    return {
        column: [f"{Path(i['name']).name}.{i['field']}" for i in field["inputFields"]]
        for column, field in fields.items()
    }


def test_the_application_has_the_name_of_the_pipeline(runs: list[list[Event]]) -> None:
    application, *flows = runs
    assert [e["eventType"] for e in application] == ["START", "COMPLETE"]
    assert {e["job"]["name"] for e in application} == {"daily_orders"}
    names = {e["run"]["facets"]["parent"]["job"]["name"] for flow in flows for e in flow}
    assert names == {"daily_orders"}


def test_a_materialized_view_is_read_through_temporary_views(runs: list[list[Event]]) -> None:
    end = written(runs, "more")
    assert end["eventType"] == "COMPLETE"
    assert columns(end) == {"id": ["orders.id"], "more": ["orders.amount"]}


def test_a_streaming_table_is_a_run_with_the_name_of_its_flow(runs: list[list[Event]]) -> None:
    end = written(runs, "copied")
    assert end["job"]["name"] == "daily_orders.write_to_stream.spark_catalog_default_copied"
    assert columns(end) == {"id": ["orders.id"], "less": ["orders.amount"]}
