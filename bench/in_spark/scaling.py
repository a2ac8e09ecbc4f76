"""Lets plans grow under our agent: `spark-submit scaling.py JOB.json`; a row a size goes to JOB.results.

Each plan is the query of a `CREATE TABLE IF NOT EXISTS … AS` whose table is there: Spark analyses it, starts an
execution, and does nothing, while the agent reads the plan and sends START and COMPLETE as ever. So Spark's optimiser
and its tasks do not bound the sizes; its parser and analyser still do. The table's format is one whose writes Spark does
not count, so that nothing tells the agent that this one did not happen. Each execution has a column of another name, so
that the agent cannot use what it remembers of the output of the one before.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.in_spark.jvm import Meters
from bench.in_spark.shapes import Shape, shapes
from tests.e2e.driver import session

WARMING = 3
REPEATS = 3
CTAS = "CREATE TABLE IF NOT EXISTS made USING binaryFile AS SELECT *, 1 AS execution_{} FROM shape"


def main(path: Path) -> None:
    """Measure all shapes; a shape ends at the size that took Spark longer than the job's limit."""
    job = json.loads(path.read_text())
    events = Path(job["events"])
    spark = session("bench_scaling", job["conf"])
    spark.sparkContext.setLogLevel("ERROR")
    meters = Meters(spark, events)
    spark.sql("CREATE TABLE made (c0 BIGINT) USING parquet")
    with path.with_suffix(".results").open("w") as results:
        for shape in shapes(spark):
            for row in measure_shape(spark, meters, shape, job["limit"]):
                results.write(json.dumps(row) + "\n")
                results.flush()
    spark.stop()


def measure_shape(
    spark: Any,  # noqa: ANN401 - PySpark is untyped here
    meters: Meters,
    shape: Shape,
    limit: float,
) -> Iterator[dict[str, Any]]:
    """Yield one row per size; stop if the next size would exceed the CPU limit of the process."""
    for at, size in enumerate(shape.sizes):
        before = meters.process()
        frame = shape.build(size)
        frame.createOrReplaceTempView("shape")
        runs = REPEATS if at else WARMING + REPEATS
        measurements = [measure_once(spark, meters, n) for n in range(runs)][-REPEATS:]
        seconds = meters.process() - before
        row = {
            "shape": shape.name,
            "axis": shape.axis,
            "size": size,
            "wanted": shape.sizes[-1],
            "worker_ms": min(ms for ms, _ in measurements),
            "bytes": measurements[-1][1],
            "seconds": seconds,
        }
        print(f"{shape.name}: {size} {shape.axis}: {row['worker_ms']:.1f} ms", flush=True)
        yield row
        if 2 * seconds > limit:
            break
    spark.catalog.clearCache()


def measure_once(spark: Any, meters: Meters, number: int) -> tuple[float, int]:  # noqa: ANN401
    """The CPU of the agent's worker in milliseconds, and the bytes of events, of the execution of a number."""
    meters.wait_until_idle()
    worker, written = meters.idle_state()
    spark.sql(CTAS.format(number))
    meters.wait_until_idle()
    now = meters.idle_state()
    return (now[0] - worker) / 1e6, now[1] - written


if __name__ == "__main__":
    main(Path(sys.argv[1]))
