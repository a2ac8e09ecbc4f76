"""Registers an extension immediately after the session is created, like the second line of a script."""

from __future__ import annotations

import warnings

import headwater
from headwater.extensions import Context, facet_builder
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


@facet_builder("run")
def attached(ctx: Context) -> dict[str, object]:
    return {"attached": {"type": ctx.type}}


def run(spark: SparkSession, paths: Paths) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        headwater.register(spark, attached)
    spark.range(10).write.parquet(paths.out)
    return [str(each.message) for each in caught]
