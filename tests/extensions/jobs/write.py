"""Writes ten numbers and returns them, with the seconds of the job and of its events.

If the application has the agent, an extension of this process is called, too.
"""

from __future__ import annotations

import time
from typing import Any

import headwater
from headwater.extensions import Context, facet_builder
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.extensions.waiting import completed, until


@facet_builder("run")
def attached(ctx: Context) -> dict[str, object]:
    return {"attached": {"type": ctx.type}}


def run(spark: SparkSession, paths: Paths) -> dict[str, Any]:
    has_agent = "io.openlineage" in spark.conf.get("spark.extraListeners", "")
    if has_agent:
        headwater.register(spark, attached)
    begun = time.monotonic()
    spark.range(10).selectExpr("id * 2 AS doubled").write.parquet(paths.out)
    rows = sorted(row.doubled for row in spark.read.parquet(paths.out).collect())
    job = time.monotonic() - begun
    if has_agent:
        until(lambda: completed(paths.events, "/out") == 1)
    return {"rows": rows, "job": job, "events": time.monotonic() - begun}
