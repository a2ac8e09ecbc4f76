"""Access of a job to the agent in its own driver, by internal means."""

from __future__ import annotations

import json
from typing import Any

from headwater._bridge.attachment import attach
from pyspark.sql import SparkSession


def wait_for_listeners(spark: SparkSession) -> None:
    """Wait until all requests for earlier events have been answered."""
    attach(spark.sparkContext).client.flush(60_000)


def access(spark: SparkSession) -> dict[str, Any]:
    """The port and the token of the agent's gateway."""
    given = jvm(spark).io.headwater.shell.extensions.python.Attach.open(
        spark.sparkContext.applicationId
    )
    found: dict[str, Any] = json.loads(given)
    return found


def jvm(spark: SparkSession) -> Any:  # noqa: ANN401 - PySpark is untyped here
    """The driver's JVM."""
    return spark.sparkContext._jvm  # noqa: SLF001 - as PySpark itself does
