"""An extension that blocks the whole process: after three late answers it is not called for a while, then again."""

from __future__ import annotations

import ctypes
import json

import headwater
from headwater.extensions import Context, facet_builder
from pyspark.sql import SparkSession

from tests.e2e import events as ev
from tests.e2e.workspace import Paths
from tests.extensions.outcome import ERRORS
from tests.extensions.waiting import completed, until

LATE = "no answer within 1000 ms"
HOLD = 3_000_000  # microseconds
busy = [True]


@facet_builder("run")
def holds(ctx: Context) -> dict[str, object]:
    if busy:
        ctypes.PyDLL(None).usleep(HOLD)
    return {"holds": {"type": ctx.type}}


def run(spark: SparkSession, paths: Paths) -> int:
    """Return the number of writes."""
    headwater.register(spark, holds)
    done = 0

    def write() -> list[ev.Event]:
        nonlocal done
        done += 1
        spark.range(10).write.parquet(f"{paths.out}{done}")
        until(lambda: completed(paths.events, f"/out{done}") == 1)
        return ev.read(paths.events)

    until(lambda: sum(LATE in text(e) for e in write()) >= 3)
    busy.clear()
    until(lambda: any("holds" in e["run"]["facets"] for e in write()))
    return done


def text(event: ev.Event) -> str:
    return json.dumps(event["run"]["facets"].get(ERRORS, {}))
