"""Extensions of the user's process that fail one after the other while the script continues."""

from __future__ import annotations

import time
from typing import Any

import headwater
from headwater.extensions import Context, InputDataset, Node, VisitResult, facet_builder, visitor
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.extensions.acme.bad import exits, hangs, raises
from tests.extensions.agent import wait_for_listeners

calls: list[str] = []


@visitor("Range")
def acts(_: Node, __: Context) -> VisitResult:
    counted = SparkSession.builder.getOrCreate().range(3).count()
    return InputDataset("acme", f"{counted} rows")


@facet_builder("run")
def good(ctx: Context) -> dict[str, object]:
    return {"good": {"type": ctx.type}}


@facet_builder("run")
def fails(ctx: Context) -> dict[str, object]:
    calls.append(ctx.type)
    raise RuntimeError("again")


def run(spark: SparkSession, paths: Paths) -> dict[str, Any]:
    seconds = {}
    headwater.register(spark, good)
    for extension in (raises, exits, acts, hangs):
        with headwater.register(spark, extension):
            begun = time.monotonic()
            spark.range(10).write.parquet(f"{paths.out}/{extension.__name__}")
            wait_for_listeners(spark)
            seconds[extension.__name__] = time.monotonic() - begun
    headwater.register(spark, fails)
    for i in range(4):
        spark.range(10).write.parquet(f"{paths.out}/fails-{i}")
    wait_for_listeners(spark)
    before = len(calls)
    headwater.register(spark, fails)
    spark.range(10).write.parquet(f"{paths.out}/again")
    wait_for_listeners(spark)
    rows = {path: spark.read.parquet(f"{paths.out}/{path}").count() for path in [*seconds, "again"]}
    return {"seconds": seconds, "rows": rows, "before": before, "after": len(calls)}
