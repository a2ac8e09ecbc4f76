"""Extensions of a streaming query: a visitor of its source, and a builder for every event."""

from __future__ import annotations

import headwater
from headwater.extensions import (
    Context,
    InputDataset,
    Node,
    StreamingQueryProgress,
    VisitResult,
    facet_builder,
    visitor,
)
from pyspark.sql import SparkSession
from pyspark.sql.functions import count

from tests.e2e.workspace import Paths


@visitor("StreamingRelationV2")
def ticks(node: Node, _: Context) -> VisitResult:
    return InputDataset("acme", "ticks", {"source": {"name": node.args["sourceName"]}})


@facet_builder("run")
def event_type(ctx: Context) -> dict[str, object]:
    return {"said": {"at": ctx.event.type}}


@facet_builder("run")
def progressed(progress: StreamingQueryProgress, ctx: Context) -> dict[str, object]:
    """The numbers of the last batch."""
    sink = progress.sink
    return {
        "progressed": {
            "event": ctx.event.type,
            "query": progress.id,
            "began": progress.timestamp,
            "batch": progress.batch_id,
            "rows": progress.num_input_rows,
            "sources": [[each.description, each.num_input_rows] for each in progress.sources],
            "sink": sink.description if sink else None,
            "phases": sorted(progress.duration_ms),
            "observed": progress.observed_metrics,
            "states": [each.operator_name for each in progress.state_operators],
        }
    }


def run(spark: SparkSession, paths: Paths) -> None:
    headwater.register(spark, ticks, event_type, progressed)
    rate = spark.readStream.format("rate-micro-batch").option("rowsPerBatch", 5).load()
    observed = rate.observe("seen", count("*").alias("rows"))
    doubled = observed.selectExpr("value * 2 AS doubled").writeStream.format("parquet")
    located = doubled.option("checkpointLocation", f"{paths.own}/state/files")
    located.option("path", f"{paths.out}/streamed").trigger(once=True).start().awaitTermination()
    each = rate.writeStream.foreachBatch(
        lambda frame, _: frame.select("value").write.mode("append").parquet(f"{paths.out}/each")
    )
    stated = each.option("checkpointLocation", f"{paths.own}/state/each")
    stated.trigger(once=True).start().awaitTermination()
