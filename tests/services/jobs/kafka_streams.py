"""Streams from Kafka into Delta, continuous streams, and topics that a column names."""

from __future__ import annotations

import time
from typing import Any

from tests.e2e.workspace import Paths


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    servers = {"kafka.bootstrap.servers": spark.conf.get("spark.test.url")}
    for topic in ("orders.eu", "orders.us"):
        rows = spark.range(3).selectExpr("CAST(id AS STRING) AS value")
        rows.write.format("kafka").options(**servers, topic=topic).save()
    routed = spark.range(2).selectExpr(
        "CAST(id AS STRING) AS value", "CASE WHEN id > 0 THEN 'late' ELSE 'early' END AS topic"
    )
    routed.write.format("kafka").options(**servers).save()
    into_delta(spark, paths, servers)
    continuous(spark, paths, servers)


def into_delta(spark: Any, paths: Paths, servers: dict[str, str]) -> None:  # noqa: ANN401
    """Write the topics that match a pattern, to a path and to a table."""
    stream = spark.readStream.format("kafka").options(**servers, startingOffsets="earliest")
    source = stream.option("subscribePattern", "orders.*").load()
    rows = source.selectExpr("CAST(value AS STRING) AS text", "offset")

    def writer(name: str) -> Any:  # noqa: ANN401
        located = rows.writeStream.format("delta").trigger(availableNow=True)
        return located.option("checkpointLocation", f"{paths.out}/{name}_state")

    writer("bronze").start(f"{paths.out}/bronze").awaitTermination()
    writer("bronze_table").toTable("bronze_table").awaitTermination()


def continuous(spark: Any, paths: Paths, servers: dict[str, str]) -> None:  # noqa: ANN401
    """Copy a topic with the continuous trigger, until its rows have arrived."""
    stream = spark.readStream.format("kafka").options(**servers, startingOffsets="earliest")
    source = stream.option("subscribe", "orders.eu").load()
    rows = source.selectExpr("key", "upper(CAST(value AS STRING)) AS value")
    sink = rows.writeStream.format("kafka").options(**servers, topic="copied.at.once")
    sink = sink.option("checkpointLocation", f"{paths.out}/continuous_state")
    query = sink.trigger(continuous="1 second").start()
    until = time.monotonic() + 60
    while time.monotonic() < until and not (query.lastProgress or {}).get("numInputRows"):
        time.sleep(0.5)
    query.stop()
