"""The 22 queries as CTAS, several passes in one JVM: `spark-submit tpch.py JOB.json`; readings go to JOB.results."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.in_spark.jvm import Meters, metered_session


def main(path: Path) -> None:
    """Read the meters at the start, and before and after each pass."""
    job = json.loads(path.read_text())
    spark, meters = metered_session("bench", job)
    readings: dict[str, Any] = {"start": meters.read()}
    for name, folder in job["tables"].items():
        spark.sql(f"CREATE TABLE {name} USING parquet LOCATION '{folder}'")
    for name in job["passes"]:
        readings[name] = one_pass(spark, meters, job["statements"])
    readings["timers"] = meters.listener_timers()
    spark.stop()
    path.with_suffix(".results").write_text(json.dumps(readings))


def one_pass(spark: Any, meters: Meters, statements: dict[str, str]) -> dict[str, Any]:  # noqa: ANN401
    for created in statements:
        spark.sql(f"DROP TABLE IF EXISTS {created}")
    meters.wait_until_idle()
    before = meters.read()
    for statement in statements.values():
        spark.sql(statement)
    meters.wait_until_idle()
    return {"before": before, "after": meters.read()}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
