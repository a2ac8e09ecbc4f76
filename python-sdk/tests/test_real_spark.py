"""A PySpark session with the agent's jar, from the start of a program to the lineage page."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from headwater.events import EventLog, RunEvent, read_events
from headwater.model import build_lineage

pytestmark = pytest.mark.spark

# Each Spark line that scripts/spark-env has installed, or those in the folder HEADWATER_TEST_LINES.
ROOT = Path(__file__).resolve().parents[2]
LINES = Path(os.environ.get("HEADWATER_TEST_LINES") or ROOT / "build" / "spark")
PYTHONS: list[Path | None] = [*sorted(LINES.glob("*/bin/python"))]
DIST = Path(os.environ.get("HEADWATER_DIST") or ROOT / "dist")

SETTINGS = """
    .master("local[1]").config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "1")
    .config("spark.sql.warehouse.dir", "warehouse")
"""
WORK = """
spark.range(3).selectExpr("id", "id * 2 AS twice").write.parquet("in")
spark.sql("SELECT twice AS result FROM parquet.`in` WHERE id > 0").write.parquet("out")
spark.stop()
"""
PROGRAM = f"""
import headwater
from pyspark.sql import SparkSession
builder = (SparkSession.builder{SETTINGS})
spark = headwater.configure(builder, namespace="test", events="events").getOrCreate()
headwater.configure(SparkSession.builder, namespace="test", events="events")  # the same cell of a notebook, again
{WORK}
"""
PLAIN = f"""
from pyspark.sql import SparkSession
spark = (SparkSession.builder{SETTINGS}).getOrCreate()
{WORK}
"""


@pytest.fixture(params=PYTHONS or [None], ids=lambda path: path.parts[-3] if path else "none")
def python(request: pytest.FixtureRequest) -> str:
    if request.param is None:
        pytest.fail(f"no PySpark in {LINES}: run scripts/spark-env 4.0, or deselect with -m 'not spark'")
    scala = "2.12" if request.param.parts[-3].startswith("3.") else "2.13"
    if not (DIST / f"headwater-agent_{scala}.jar").is_file():
        pytest.fail(f"{DIST} has no agent for Scala {scala}: run `make jar`, or deselect with -m 'not spark'")
    return str(request.param)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    # The package is imported from its sources, because the Spark environments contain only PySpark.
    sources = str(ROOT / "python-sdk" / "src")
    environment = {
        **os.environ,
        "PYTHONPATH": sources,
        "HEADWATER_DIST": str(DIST),
        "PYTHONWARNINGS": "error:::headwater",
    }
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)


def check_lineage(log: EventLog) -> None:
    lineage = build_lineage(log.events)
    datasets = lineage.datasets
    named = {
        (datasets[edge.source].columns[edge.source_column].name, datasets[edge.target].columns[edge.target_column].name)
        for edge in lineage.edges
        if edge.target_column >= 0
    }
    assert ("twice", "result") in named
    assert "APPLICATION" in {job.kind for job in lineage.jobs}


def test_configure_gives_a_session_its_lineage(python: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    done = run(python, "program.py")
    assert done.returncode == 0, done.stderr
    log = read_events([tmp_path / "events"])
    assert {event.job_namespace for event in log.events if isinstance(event, RunEvent)} == {"test"}
    check_lineage(log)


def test_submit_gives_an_unchanged_program_its_lineage(python: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PLAIN, encoding="utf-8")
    done = run(python, "-m", "headwater", "submit", "program.py")
    assert done.returncode == 0, done.stderr
    check_lineage(read_events(["headwater-events"]))


def test_submit_and_configure_work_together(python: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    done = run(python, "-m", "headwater", "submit", "program.py")
    assert done.returncode == 0, done.stderr
    check_lineage(read_events(["events"]))


def test_configure_under_plain_spark_submit_explains_the_fix(
    python: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    home = run(python, "-c", "import pyspark; print(pyspark.__path__[0])").stdout.strip()
    monkeypatch.setenv("SPARK_HOME", home)
    monkeypatch.setenv("PYSPARK_PYTHON", python)
    done = run(f"{home}/bin/spark-submit", "program.py")
    assert done.returncode != 0
    assert "headwater submit" in done.stderr + done.stdout


def test_configure_with_a_running_session_explains_the_fix(python: str, tmp_path: Path) -> None:
    late = PLAIN.replace(WORK, "import headwater\nheadwater.configure(SparkSession.builder)")
    (tmp_path / "program.py").write_text(late, encoding="utf-8")
    done = run(python, "program.py")
    assert "SessionError: a Spark session is already running" in done.stderr
