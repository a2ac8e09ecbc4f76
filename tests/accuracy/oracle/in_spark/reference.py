"""Run queries on chosen versions of their tables, without an agent. Usage: `reference.py JOB.json`.

A task has parquet files for its wide tables, the SQL, and runs: each with a label and the views that it replaces.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any, TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent))


import canonical
from session import start

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def main(path: Path) -> None:
    """Run all tasks; `results.json` next to the job has the columns or the error of each run."""
    job = json.loads(path.read_text())
    spark = start(path.parent, {"spark.sql.adaptive.enabled": "false"})
    began = time.monotonic()
    results = {}
    for at, (name, task) in enumerate(job["tasks"].items(), 1):
        results[name] = _task(spark, task)
        print(f"[{time.monotonic() - began:6.1f} s] {at}/{len(job['tasks'])} {name}", flush=True)
    spark.stop()
    (path.parent / "results.json").write_text(json.dumps(results))


def _task(spark: SparkSession, task: dict[str, Any]) -> dict[str, Any]:
    for table, file in task["files"].items():
        rows = spark.read.parquet(file).coalesce(1).cache()
        rows.createOrReplaceTempView(f"wide_{table}")
    done = {}
    for label, views in task["runs"].items():
        for view, select in {**task["base"], **views}.items():
            spark.sql(f"CREATE OR REPLACE TEMP VIEW {view} AS {select}")
        done[label] = _run(spark, task["sql"])
    spark.catalog.clearCache()
    return done


def _run(spark: SparkSession, sql: str) -> dict[str, Any]:
    try:
        frame = spark.sql(sql)
        return {"columns": canonical.columns(frame.collect(), len(frame.columns))}
    except Exception as error:  # a changed value may break a cast; the experiment counts it
        return {"error": str(error)[:500]}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
