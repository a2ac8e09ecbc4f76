"""Extensions of a streaming query: a visitor of its source, and a builder for every event."""

from __future__ import annotations

import headwater
from headwater.extensions import (
    Context,
    InputDataset,
    Node,
    VisitResult,
    facet_builder,
    visitor,
)
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


@visitor("StreamingRelationV2")
def ticks(node: Node, _: Context) -> VisitResult:
    return InputDataset("acme", "ticks", {"source": {"name": node.args["sourceName"]}})


@facet_builder("run")
def said(ctx: Context) -> dict[str, object]:
    return {"said": {"at": ctx.event.type}}


def run(spark: SparkSession, paths: Paths) -> None:
    headwater.register(spark, ticks, said)
    rate = spark.readStream.format("rate-micro-batch").option("rowsPerBatch", 5).load()
    doubled = rate.selectExpr("value * 2 AS doubled").writeStream.format("parquet")
    located = doubled.option("checkpointLocation", f"{paths.own}/state/files")
    located.option("path", f"{paths.out}/streamed").trigger(once=True).start().awaitTermination()
    each = rate.writeStream.foreachBatch(
        lambda frame, _: frame.select("value").write.mode("append").parquet(f"{paths.out}/each")
    )
    stated = each.option("checkpointLocation", f"{paths.own}/state/each")
    stated.trigger(once=True).start().awaitTermination()
