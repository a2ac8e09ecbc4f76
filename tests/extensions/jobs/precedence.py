"""Registers extensions with the same facets as those of the host."""

from __future__ import annotations

import headwater
from headwater.extensions import Context, Facet, facet_builder
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.extensions.agent import wait_for_listeners


@facet_builder("run")
def always(ctx: Context) -> Facet:
    return Facet("always", {"by": "attached", "type": ctx.type})


@facet_builder("run")
def later(ctx: Context) -> Facet:
    return Facet("always", {"by": "later", "type": ctx.type})


def run(spark: SparkSession, paths: Paths) -> list[bool]:
    """Four writes: with no extension of this process, with one, with two, and with none again."""
    spark.range(10).write.parquet(f"{paths.out}/host")
    wait_for_listeners(spark)
    first = headwater.register(spark, always)
    spark.range(10).write.parquet(f"{paths.out}/attached")
    wait_for_listeners(spark)
    second = headwater.register(spark, later)
    spark.range(10).write.parquet(f"{paths.out}/later")
    wait_for_listeners(spark)
    active = [first.is_active, second.is_active]
    first.close()
    second.close()
    spark.range(10).write.parquet(f"{paths.out}/closed")
    return active
