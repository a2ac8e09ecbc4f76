"""Waits for StatsD's first line, copies the orders, and waits until Spark's CSV sink has later values."""

import time
from pathlib import Path

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

CONNECTED = "connected"  # the collector creates this file when it receives its first line
SENT = "openlineage.emit.complete"
MIN_EVENTS = 3  # the application's START, the write's START and COMPLETE


def run(spark: SparkSession, paths: Paths) -> dict[str, str]:
    """Return the last line of each metric's file; the report must be later than the last sent event."""
    until = time.monotonic() + 60
    while not (paths.own / CONNECTED).exists() and time.monotonic() < until:
        time.sleep(0.1)
    spark.read.parquet(paths.table("orders")).write.parquet(paths.out)
    sent = None  # the second of the first report that includes all events; its other files may be older
    while time.monotonic() < until:
        found = last_values(
            paths.own / "csv", f"{spark.sparkContext.applicationId}.driver.headwater."
        )
        second, count = (int(word) for word in found.get(SENT, "0,0").split(","))
        if sent is None and count >= MIN_EVENTS:
            sent = second
        if sent is not None and all(int(row.split(",")[0]) > sent for row in found.values()):
            return found
        time.sleep(0.2)
    return {}


def last_values(folder: Path, prefix: str) -> dict[str, str]:
    files = folder.glob(f"{prefix}*.csv")
    rows = {f.name.removeprefix(prefix).removesuffix(".csv"): f.read_text() for f in files}
    return {
        name: text.splitlines()[-1] for name, text in rows.items() if len(text.splitlines()) > 1
    }
