"""Fills the spool, or delivers it: `spark-submit delivery.py JOB.json`; what was measured goes to JOB.results.

With `jobs`, it runs so many RDD jobs, whose events wait because the backend is down. With `until`, it waits until the
backend has each of these numbers of events of any application, and measures what there was until then.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.in_spark.jvm import Meters
from tests.e2e.driver import session

SENDERS = ("headwater-sender", "headwater-emit")


def main(path: Path) -> None:
    """Do the part that the job names."""
    job = json.loads(path.read_text())
    spark = session("bench_delivery", job["conf"])
    spark.sparkContext.setLogLevel("ERROR")
    path.with_suffix(".txt").write_text("read by each job\n")
    lines = spark._jsc.textFile(str(path.with_suffix(".txt")), 1)  # of one RDD no job is missed
    for _ in range(job["jobs"]):
        lines.count()
    meters = Meters(spark, None)
    found = [measured_at(events, job["backend"], meters) for events in job["until"]]
    spark.stop()
    path.with_suffix(".results").write_text(json.dumps(found))


def measured_at(events: int, backend: str, meters: Meters) -> dict[str, Any]:
    """What the backend has counted once it has so many events, and the CPU of the sending threads in nanoseconds."""
    while received(backend)["events"] < events:
        time.sleep(0.05)
    threads = meters.read()["threads"]
    return received(backend) | {"cpu": sum(threads.get(name, [0])[0] for name in SENDERS)}


def received(backend: str) -> dict[str, Any]:
    """What the backend has counted."""
    with urlopen(backend, timeout=60) as answer:  # noqa: S310 - on this machine
        counted: dict[str, Any] = json.load(answer)
        return counted


if __name__ == "__main__":
    main(Path(sys.argv[1]))
