"""Writes ten numbers repeatedly until the expected event arrives."""

from __future__ import annotations

from pyspark.sql import SparkSession

from tests.e2e import events as ev
from tests.e2e.workspace import Paths
from tests.extensions.outcome import errors
from tests.extensions.waiting import completed, until


def run(spark: SparkSession, paths: Paths) -> int:
    """Return the number of writes until an input was `recovered`, or the host was disabled."""
    done = 0

    def is_over() -> bool:
        nonlocal done
        done += 1
        spark.range(10).write.parquet(f"{paths.out}{done}")
        until(lambda: completed(paths.events, f"/out{done}") == 1)
        events = ev.read(paths.events)
        recovered = any(i["name"] == "recovered" for e in events for i in e["inputs"])
        return recovered or "off for this application" in errors(events).get("headwater.host", "")

    until(is_over)
    return done
