"""Several sessions of one query in one JVM: `spark-submit stop.py JOB.json`; a reading of each `spark.stop()` goes to JOB.results."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.in_spark.jvm import metered_session
from bench.in_spark.start import QUERY
from tests.e2e.driver import LISTENER


def main(path: Path) -> None:
    """Stop each session when its events are sent and no thread of the agent has work."""
    job = json.loads(path.read_text())
    readings = []
    for _ in range(job["sessions"]):
        spark, meters = metered_session("bench_stop", job)
        spark.sql(QUERY)
        spark.sql("DROP TABLE totals")
        meters.wait_until_idle()
        time.sleep(1)  # the sender's last request
        readings.append(stop(spark))
    path.with_suffix(".results").write_text(json.dumps(readings))


def stop(spark: Any) -> dict[str, float]:  # noqa: ANN401 - py4j is untyped
    """Stop the session: milliseconds of `spark.stop()`, and of the agent's longest call, which is that for the end."""
    timers = spark._jsc.sc().listenerBus().metrics().metricRegistry().getTimers()
    timer = timers.get(f"listenerProcessingTime.{LISTENER}")
    started = time.monotonic()
    spark.stop()
    millis = (time.monotonic() - started) * 1e3
    return {"stop": millis, "listener": timer.getSnapshot().getMax() / 1e6 if timer else 0.0}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
