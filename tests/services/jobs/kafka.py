"""Reads and writes Kafka in batches and streams."""

from __future__ import annotations

import json
from typing import Any

from tests.e2e.workspace import Paths


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    servers = spark.conf.get("spark.test.url")
    batches(spark, paths, servers)
    stream_to_topic(spark, paths, servers)
    stream_to_files(spark, paths, servers)


def to(servers: str, topic: str) -> dict[str, str]:
    """The options of a write to a topic."""
    return {"kafka.bootstrap.servers": f"PLAINTEXT://{servers},other:1", "topic": topic}


def batches(spark: Any, paths: Paths, servers: str) -> None:  # noqa: ANN401
    """Write topics, and read them by name, partition and pattern."""

    def write(topic: str) -> None:
        rows = spark.range(3).selectExpr("CAST(id AS STRING) AS key", "'v' AS value")
        rows.write.format("kafka").options(**to(servers, topic)).save()

    def read(**options: str) -> Any:  # noqa: ANN401
        reader = spark.read.format("kafka").option("kafka.bootstrap.servers", servers)
        return reader.options(**options).load()

    def keep(frame: Any, name: str) -> None:  # noqa: ANN401
        frame.selectExpr("CAST(value AS STRING) AS text", "offset").write.parquet(
            f"{paths.out}/{name}"
        )

    write("alpha")
    write("beta")
    named = spark.range(2).selectExpr("CAST(id AS STRING) AS value", "'gamma' AS topic")
    named.write.format("kafka").option("kafka.bootstrap.servers", servers).save()

    keep(read(subscribe="alpha,beta"), "two_topics")
    keep(read(assign=json.dumps({"alpha": [0]})), "assigned")
    keep(read(subscribePattern="al.*"), "pattern")
    ends = json.dumps({"alpha": {"0": 2}})
    keep(read(subscribePattern="al.*", endingOffsets=ends), "pattern_with_offsets")


def stream_to_topic(spark: Any, paths: Paths, servers: str) -> None:  # noqa: ANN401
    """Copy topics to another topic with a stream."""
    stream = spark.readStream.format("kafka").option("kafka.bootstrap.servers", servers)
    source = stream.options(subscribePattern="al.*|be.*", startingOffsets="earliest").load()
    sink = source.select("value").writeStream.format("kafka").options(**to(servers, "copied"))
    checkpoint = f"{paths.out}/checkpoint"
    sink.option("checkpointLocation", checkpoint).trigger(
        availableNow=True
    ).start().awaitTermination()


def stream_to_files(spark: Any, paths: Paths, servers: str) -> None:  # noqa: ANN401
    """Write a topic to files with `foreachBatch`."""
    direct = spark.readStream.format("kafka").option("kafka.bootstrap.servers", servers)
    direct = direct.options(subscribe="alpha", startingOffsets="earliest").load()
    each = direct.selectExpr("CAST(value AS STRING) AS text").writeStream.queryName("kept")
    located = each.option("checkpointLocation", f"{paths.out}/kept_state")
    kept = located.foreachBatch(lambda frame, _: frame.write.parquet(f"{paths.out}/kept"))
    kept.trigger(availableNow=True).start().awaitTermination()
