"""Lets plans grow under our agent: `spark-submit scaling.py JOB.json`; a row a size goes to JOB.results.

Each plan is the query of a `CREATE TABLE IF NOT EXISTS … AS` whose table is there: Spark analyses it, starts an
execution, and does nothing, while the agent reads the plan and sends START and COMPLETE as ever. So Spark's optimiser
and its tasks do not bound the sizes; its parser and analyser still do.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.in_spark.jvm import Meters
from bench.in_spark.shapes import Frame, Shape, shapes
from tests.e2e.driver import session

WARMING = 5
REPEATS = 3
CTAS = "CREATE TABLE IF NOT EXISTS made USING parquet AS SELECT * FROM shape"


def main(path: Path) -> None:
    """All shapes; a shape ends at the size that took Spark longer than the job allows."""
    job = json.loads(path.read_text())
    events = Path(job["events"])
    spark = session("bench_scaling", job["conf"])
    spark.sparkContext.setLogLevel("ERROR")
    meters = Meters(spark, events)
    spark.sql("CREATE TABLE made (c0 BIGINT) USING parquet")
    with path.with_suffix(".results").open("w") as results:
        for shape in shapes(spark):
            for row in grown(spark, meters, shape, job["limit"]):
                results.write(json.dumps(row) + "\n")
                results.flush()
    spark.stop()


def grown(spark: Any, meters: Meters, shape: Shape, limit: float) -> list[dict[str, Any]]:  # noqa: ANN401
    rows: list[dict[str, Any]] = []
    began = time.monotonic()
    for size in shape.sizes:
        started = time.monotonic()
        frame = shape.build(size)
        runs = REPEATS if rows else WARMING + REPEATS
        taken = [one(spark, meters, frame) for _ in range(runs)][-REPEATS:]
        frame.unpersist()
        seconds = time.monotonic() - started
        rows.append(
            {
                "shape": shape.name,
                "axis": shape.axis,
                "size": size,
                "wanted": shape.sizes[-1],
                "worker_ms": min(ms for ms, _ in taken),
                "bytes": taken[-1][1],
                "seconds": seconds,
            }
        )
        print(f"{shape.name}: {size} {shape.axis}: {rows[-1]['worker_ms']:.1f} ms", flush=True)
        if time.monotonic() - began + 2 * seconds > limit:
            break
    return rows


def one(spark: Any, meters: Meters, frame: Frame) -> tuple[float, int]:  # noqa: ANN401
    """CPU of our worker, ms, and bytes of events of one execution."""
    frame.createOrReplaceTempView("shape")
    meters.settled()
    before = meters.read()
    spark.sql(CTAS)
    meters.settled()
    after = meters.read()
    worker = "headwater-worker"
    used = after["threads"][worker][0] - before["threads"][worker][0]
    return used / 1e6, after["bytes"] - before["bytes"]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
