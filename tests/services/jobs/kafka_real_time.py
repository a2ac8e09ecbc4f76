"""A stream from Kafka to Kafka in real-time mode, which keeps its tasks running."""

from __future__ import annotations

import time
from typing import Any

from tests.e2e.workspace import Paths


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    servers = {"kafka.bootstrap.servers": spark.conf.get("spark.test.url")}
    numbers = spark.range(3).selectExpr("CAST(id AS STRING) AS value")
    numbers.write.format("kafka").options(**servers, topic="numbers").save()
    stream = spark.readStream.format("kafka").options(**servers, startingOffsets="earliest")
    source = stream.option("subscribe", "numbers").load()
    rows = source.selectExpr("key", "upper(CAST(value AS STRING)) AS value")
    sink = rows.writeStream.format("kafka").options(**servers, topic="answers")
    sink = sink.queryName("answer").outputMode("update")
    located = sink.option("checkpointLocation", f"{paths.out}/state")
    query = located.trigger(realTime="5 seconds").start()
    until = time.monotonic() + 60
    while time.monotonic() < until and query.isActive and not rows_of(query):
        time.sleep(0.5)
    query.stop()
    if query.exception() is not None:
        raise query.exception()


def rows_of(query: Any) -> int:  # noqa: ANN401
    return sum(progress.numInputRows for progress in query.recentProgress)
