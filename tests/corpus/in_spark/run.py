"""Runs inside PySpark: `spark-submit run.py JOB.json`. Runs the statements of each file in a session of its own.

The results, one JSON object per statement, go to `results.jsonl` beside the job.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from pyspark.sql import SparkSession

from tests.corpus.in_spark import functions, outcome, tables, views, writes

Found = dict[str, Any]


def main(path: Path) -> None:
    job = json.loads(path.read_text())
    spark = SparkSession.builder.getOrCreate()
    began = time.monotonic()
    with (path.parent / "results.jsonl").open("w") as results:
        for at, file in enumerate(job["files"], 1):
            for found in run_file(spark, file, job):
                results.write(json.dumps(found) + "\n")
            results.flush()
            seconds = time.monotonic() - began
            print(f"[{seconds:6.1f} s] {at}/{len(job['files'])} {file['name']}", flush=True)
    spark.stop()


def run_file(spark: Any, file: Found, job: Found) -> Iterator[Found]:  # noqa: ANN401 - PySpark is untyped here
    """Run the statements of one file; what they have left in the catalog is dropped before."""
    folder = Path(job["folder"])
    session = spark.newSession()
    tables.reset(session, folder)
    tables.create(session, Path(job["data"]), file)
    functions.register(session)
    for key, value in file["settings"].items():
        outcome.of(partial(session.conf.set, key, value))
    for statement in file["statements"]:
        name = f"out_{file['number']}_{statement['at']}"
        found = {"file": file["name"], "at": statement["at"], "sql": statement["sql"], "name": name}
        frames: list[Any] = []
        found |= outcome.of(partial(query, session, statement["sql"], frames, folder), folder)
        if "error" not in found:
            views.to_parquet(session, statement["sql"], folder / "data" / file["name"])
        if job["write"] and statement["query"] and frames and writes.is_query(frames[0]):
            way = writes.WAYS[statement["at"] % len(writes.WAYS)]
            found |= {"way": way, "write": write(session, way, found, frames[0], folder)}
        yield found


def query(session: Any, sql: str, frames: list[Any], folder: Path) -> Found:  # noqa: ANN401
    """Run a statement; its frame is added to `frames` as soon as it is analysed."""
    frame = session.sql(sql)
    frames.append(frame)
    return outcome.rows(frame, folder)


def write(session: Any, way: str, found: Found, frame: Any, folder: Path) -> Found:  # noqa: ANN401
    return outcome.of(lambda: writes.write(session, way, found, frame, folder / "written"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
