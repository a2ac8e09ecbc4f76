"""Readings of the JVM at the start, after one query, and around warm queries: `spark-submit queries.py JOB.json`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from bench.in_spark.jvm import Meters
from tests.e2e.driver import session

WARMING = 20  # the agent's caches are filled, and its tables are initialised
MEASURED = 20


def main(path: Path) -> None:
    job = json.loads(path.read_text())
    spark = session("footprint", {})
    meters = Meters(spark, Path(job["events"]))

    def reading() -> dict[str, Any]:
        meters.wait_until_idle()
        return meters.read() | {"class_log": Path(job["class_log"]).stat().st_size}

    readings = {"start": reading()}
    spark.range(10).selectExpr(
        "id AS order_id", "id % 3 AS customer", "id * 2.5 AS amount"
    ).write.parquet(job["out"] + "/orders")
    readings["first"] = reading()
    spark.read.parquet(job["out"] + "/orders").createOrReplaceTempView("orders")
    for n in range(WARMING):
        query(spark, f"{job['out']}/warming{n}")
    readings["before"] = reading()
    for n in range(MEASURED):
        query(spark, f"{job['out']}/measured{n}")
    readings["after"] = reading() | {"queries": MEASURED}
    spark.stop()
    path.with_suffix(".results").write_text(json.dumps(readings))


def query(spark: Any, folder: str) -> None:  # noqa: ANN401 - PySpark is untyped here
    """A join, a window and an aggregate, written to a folder."""
    spark.sql(
        f"""INSERT OVERWRITE DIRECTORY '{folder}' USING parquet
        SELECT o.customer, sum(o.amount) AS total, max(l.rank) AS rank FROM orders o
        JOIN (SELECT order_id, row_number() OVER (PARTITION BY customer ORDER BY amount) AS rank FROM orders) l
        ON o.order_id = l.order_id WHERE o.amount > 1 GROUP BY o.customer"""
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
