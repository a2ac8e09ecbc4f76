"""Writes ten numbers again and again until the events say what is waited for."""

from __future__ import annotations

from pyspark.sql import SparkSession

from tests.e2e import events as ev
from tests.e2e.workspace import Paths
from tests.extensions.outcome import errors
from tests.extensions.waiting import completed, until


def run(spark: SparkSession, paths: Paths) -> int:
    """Gives the number of writes that it took until an input was `recovered`, or the host was off."""
    done = 0

    def is_over() -> bool:
        nonlocal done
        done += 1
        spark.range(10).write.parquet(f"{paths.out}{done}")
        until(lambda: completed(paths.events, f"/out{done}") == 1)
        events = ev.read(paths.events)
        recovered = any(i["name"] == "recovered" for e in events for i in e["inputs"])
        return recovered or "headwater.host" in errors(events)

    until(is_over)
    return done
