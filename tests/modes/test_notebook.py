"""A notebook that nbconvert runs: its kernel starts Spark with the SDK, and ends it by a signal, without `stop()`."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.e2e.events import Event
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import environment
from tests.modes.conftest import Modes, closed_runs

PYTHON = ROOT / "build" / "notebook" / "bin" / "python"
SDK = ROOT / "python-sdk" / "src"
LIMIT = 300
CELLS = (
    """
import headwater
from pyspark.sql import SparkSession

settings = {"spark.driver.memory": "600m", "spark.ui.enabled": "false", "spark.master": "local[2]"}
spark = headwater.configure(SparkSession.builder, events="events.jsonl", conf=settings).getOrCreate()
""",
    'spark.range(9).selectExpr("id", "id * 2 AS amount").write.parquet("orders")',
    """
with headwater.job("daily"):
    frame = spark.read.schema("id BIGINT, amount BIGINT").parquet("orders")
    frame.selectExpr("id", "amount + 1 AS more").write.parquet("more")
print("rows:", spark.read.parquet("more").count())
""",
)


def notebook() -> str:
    """The notebook as a file of format 4."""
    cells: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": text.strip(),
        }
        for text in CELLS
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


def run(modes: Modes, folder: Path) -> str:
    """Run the notebook; the text that its cells have printed."""
    folder.mkdir(parents=True)
    (folder / "job.ipynb").write_text(notebook())
    env = environment(modes.line) | {
        "HOME": str(folder),
        "HEADWATER_DIST": str(modes.agent.parent),
        "PATH": f"{PYTHON.parent}:{os.environ['PATH']}",
        "PYTHONPATH": f"{modes.line.home.parent}:{SDK}",
    }
    command = [str(PYTHON), "-m", "nbconvert", "--to", "notebook", "--execute", "job.ipynb"]
    done = subprocess.run(
        [*command, "--output", "done.ipynb"],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return (folder / "done.ipynb").read_text()


def written(runs: list[list[Event]], name: str) -> Event:
    """The last event of the one run that has written a folder."""
    (found,) = [
        group[-1]
        for group in runs
        if [Path(output["name"]).name for output in group[-1]["outputs"]] == [name]
    ]
    return found


def test_the_cells_of_a_notebook_have_their_runs(modes: Modes) -> None:
    assert PYTHON.exists(), "the notebook's packages are missing: scripts/python-env notebook"
    folder = modes.work / "notebook"
    assert "rows: 9" in run(modes, folder)
    application, *queries = closed_runs(folder / "events.jsonl")
    assert [e["eventType"] for e in application] == ["START", "ABORT"]
    assert written(queries, "orders")["eventType"] == "COMPLETE"
    end = written(queries, "more")
    assert end["job"]["name"].endswith(".daily")
    fields = end["outputs"][0]["facets"]["columnLineage"]["fields"]
    assert {
        column: [i["field"] for i in field["inputFields"]] for column, field in fields.items()
    } == {
        "id": ["id"],
        "more": ["amount"],
    }
