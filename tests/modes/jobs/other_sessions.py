"""An RDD job before the program uses SQL, and a stream of a session that shares nothing with the first one."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession

WAIT_SECONDS = 60


def is_built(session: Any) -> bool:  # noqa: ANN401 - PySpark is untyped here
    """Whether Spark has built the lazy state of a session."""
    java = session._jsparkSession  # noqa: SLF001
    field = java.getClass().getDeclaredField("sessionState")
    field.setAccessible(True)
    return field.get(java) is not None


def await_run(events: Path, ended: int) -> None:
    """Wait until so many runs have ended in the file of the events."""
    for _ in range(WAIT_SECONDS * 10):
        if events.exists() and events.read_text().count('"eventType":"COMPLETE"') >= ended:
            return
        time.sleep(0.1)
    sys.exit(f"fewer than {ended} runs have ended in {events}")


def main(folder: Path) -> None:
    spark = SparkSession.builder.getOrCreate()
    words = folder / "words.txt"
    words.write_text("a\nb\n")
    spark.sparkContext.textFile(str(words)).count()
    await_run(folder / "events.jsonl", 1)
    print("built:", is_built(spark), flush=True)

    builder = spark._jvm.org.apache.spark.sql.classic.SparkSession.builder()  # noqa: SLF001
    other = SparkSession(spark.sparkContext, builder.create())
    rows = other.readStream.format("rate").load()
    writer = rows.writeStream.queryName("of_another_session").format("parquet")
    writer = writer.option("checkpointLocation", str(folder / "state"))
    query = writer.option("path", str(folder / "rates")).start()
    for _ in range(400):  # more events than the listener bus holds
        spark.range(1).collect()
    while len(query.recentProgress) < 3:
        time.sleep(0.1)
    query.stop()
    spark.stop()


main(Path(sys.argv[1]))
