"""The examples in an application: spark-submit, the agent, and the host that it starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.spark

ROOT = Path(__file__).resolve().parents[3]
JOB = """
from pyspark.sql import SparkSession, functions as f
spark = SparkSession.builder.getOrCreate()
book = spark.read.format("LedgerSource").option("book", "sales").load()
metrics = [f.count(f.lit(1)).alias("rowCount"), f.max("cents").alias("cents.max")]
book.observe("quality", *metrics).selectExpr("sum(cents) / 100 AS euros").write.mode("overwrite").saveAsTable("euros")
spark.stop()
"""
EXTENSIONS = (
    "ledger_lineage:LedgerVisitor,cost_center:CostCenter,data_quality:ObservedQuality,ownership:Owners,lake_names:lake"
)


def conf_of(folder: Path) -> dict[str, str]:
    return {
        "spark.ui.enabled": "false",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.extraListeners": "io.openlineage.spark.agent.OpenLineageSparkListener",
        "spark.openlineage.transport.type": "file",
        "spark.openlineage.transport.location": str(folder / "events.jsonl"),
        "spark.openlineage.python.extensions": EXTENSIONS,
        "spark.openlineage.python.exec": sys.executable,
        "spark.openlineage.python.timeoutMillis": "20000",
    }


@pytest.fixture
def events(tmp_path: Path, spark_home: Path, examples: Path, ledger_jar: Path) -> list[dict[str, Any]]:
    (tmp_path / "job.py").write_text(JOB, encoding="utf-8")
    jars = [ROOT / "dist" / "headwater-agent_2.13.jar", ledger_jar]
    options = [part for key, value in conf_of(tmp_path).items() for part in ("--conf", f"{key}={value}")]
    command = [str(spark_home / "bin" / "spark-submit"), "--master", "local[1]", "--driver-memory", "1g"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "python-sdk" / "src"), str(examples)]),
        "PYSPARK_PYTHON": sys.executable,
        "COST_CENTER": "A-17",
    }
    done = subprocess.run(
        [*command, "--jars", ",".join(map(str, jars)), *options, "job.py"],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=150,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_example_leaves_its_part_in_the_events(events: list[dict[str, Any]]) -> None:
    complete = next(
        each for each in events if each["eventType"] == "COMPLETE" and each["outputs"] and "euros" in str(each)
    )
    assert "headwater_extensionErrors" not in complete["run"]["facets"]
    assert complete["run"]["facets"]["acme_costCenter"]["code"] == "A-17"
    (book,) = complete["inputs"]
    assert (book["namespace"], book["name"]) == ("ledger://books", "sales")
    assert book["facets"]["acme_ledger"]["currency"] == "EUR"
    assert book["inputFacets"]["dataQualityMetrics"]["rowCount"] == 3
    (written,) = complete["outputs"]
    (source,) = written["facets"]["columnLineage"]["fields"]["euros"]["inputFields"]
    assert (source["namespace"], source["name"], source["field"]) == ("ledger://books", "sales", "cents")
