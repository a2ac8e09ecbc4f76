"""The testing kit with the user's own PySpark session, run by pytest in a separate project."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.spark

ROOT = Path(__file__).resolve().parents[3]
SETTINGS = "[pytest]\nheadwater_spark_fixture = spark\naddopts = -p headwater.testing.plugin\n"
TESTS = """
import pytest
import headwater
from headwater import DryRunError
from headwater.extensions import InputDataset, SQLExecutionEnd, facet_builder, visitor
from headwater.testing import assert_lineage, capture_events, lineage, plan, run
from pyspark.sql import SparkSession

@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
    events = str(tmp_path_factory.mktemp("events") / "own.jsonl")
    spark = headwater.configure(builder, events=events, conf={"spark.driver.memory": "1g"}).getOrCreate()
    spark.sql("CREATE TABLE orders (id INT, amount DOUBLE) USING parquet")
    yield spark
    spark.stop()
    assert "the_own_listener" in open(events).read()

@visitor("LogicalRelation")
def acme(node, ctx):
    return InputDataset("acme", node.live("catalogTable.identifier.table"))

@facet_builder("run")
def ended(end: SQLExecutionEnd):
    return {"acme_end": {"failed": end.error_message is not None}}

def test_plans_and_lineage(headwater_session, spark):
    assert headwater_session.pyspark is spark
    frame = spark.table("orders").selectExpr("amount * 2 AS twice")
    assert plan(frame).node("Project").output[0].name == "twice"
    assert run(acme, plan(frame)).inputs[0].name == "orders"
    assert_lineage(frame, {"twice": "acme/orders.amount"}, acme)
    assert lineage("CREATE TABLE never USING parquet AS SELECT 1 AS one")["outputs"]
    assert not spark.catalog.tableExists("never")

def test_lineage_as_objects(spark):
    frame = spark.table("orders").where("id > 3").selectExpr("amount * 2 AS twice")
    lineage = headwater.lineage_of(frame)
    assert [each.label for each in lineage.inputs] == ["default.orders"]
    assert [(str(each), each.subtype) for each in lineage.column("twice").sources] == [
        ("default.orders.amount", "TRANSFORMATION")]
    assert headwater.lineage_of_sql(spark, "CREATE TABLE never USING parquet AS SELECT 1 AS one").outputs
    assert not spark.catalog.tableExists("never")
    with pytest.raises(DryRunError, match="is not a classic PySpark session"):
        headwater.lineage_of(object())

def test_errors_are_explained(headwater_session):
    with pytest.raises(DryRunError, match="Spark can't plan this"):
        plan("SELECT nope FROM orders")
    with pytest.raises(DryRunError, match="is not a PySpark DataFrame"):
        plan(object())

def test_events(headwater_session, spark):
    with capture_events(ended, acme) as events:
        spark.table("orders").write.saveAsTable("the_own_listener")
    assert [each["eventType"] for each in events] == ["START", "COMPLETE"]
    assert events[-1]["run"]["facets"]["acme_end"]["failed"] is False
    assert events[-1]["inputs"][0]["namespace"] == "acme"

def test_the_sessions_own_agent_is_still_there(headwater_session, spark):
    assert headwater.register(spark, ended).is_active

def test_golden(golden):
    golden({"eventTime": "2026-11-21T14:00:00Z"})
"""


def pytest_in(folder: Path, spark_home: Path, *options: str) -> subprocess.CompletedProcess[str]:
    paths = [str(ROOT / "python-sdk" / "src"), str(spark_home.parent)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYSPARK_PYTHON": sys.executable}
    command = [sys.executable, "-m", "pytest", "-q", "-W", "error::headwater.HeadwaterWarning", *options]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment, timeout=150
    )


def test_the_plugin_tests_in_the_session_of_the_users_fixture(tmp_path: Path, spark_home: Path) -> None:
    (tmp_path / "pytest.ini").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "test_acme.py").write_text(TESTS, encoding="utf-8")
    first = pytest_in(tmp_path, spark_home, "-k", "golden")
    assert "1 failed" in first.stdout
    assert "--update-golden" in first.stdout
    updated = pytest_in(tmp_path, spark_home, "-k", "golden", "--update-golden")
    assert "1 passed" in updated.stdout, updated.stdout
    done = pytest_in(tmp_path, spark_home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 passed" in done.stdout
