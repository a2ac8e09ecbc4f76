"""What a job asks of the agent in its own driver, by ways that users need not know."""

from __future__ import annotations

import json
from typing import Any

from headwater._bridge.attachment import attach
from pyspark.sql import SparkSession


def drained(spark: SparkSession) -> None:
    """All that was started so far has been asked about."""
    attach(spark.sparkContext).client.flush(60_000)


def access(spark: SparkSession) -> dict[str, Any]:
    """Port and token of the agent's gateway."""
    given = jvm(spark).io.headwater.shell.extensions.python.Attach.open(
        spark.sparkContext.applicationId
    )
    found: dict[str, Any] = json.loads(given)
    return found


def jvm(spark: SparkSession) -> Any:  # noqa: ANN401 - PySpark is untyped here
    """The driver's JVM."""
    return spark.sparkContext._jvm  # noqa: SLF001 - as PySpark itself does
