"""An application of one query: `spark-submit start.py JOB.json`; readings go to JOB.results."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.in_spark.jvm import metered_session

QUERY = """
CREATE TABLE totals USING parquet AS
SELECT id % 7 AS customer, sum(id) AS total, count(*) AS orders FROM range(1000) WHERE id > 3 GROUP BY id % 7
"""


def main(path: Path) -> None:
    """Read the meters when the session is ready, and after one query."""
    job = json.loads(path.read_text())
    spark, meters = metered_session("bench_start", job)
    readings: dict[str, Any] = {"ready": meters.read()}
    spark.sql(QUERY)
    meters.wait_until_idle()
    readings["query"] = meters.read()
    spark.stop()
    path.with_suffix(".results").write_text(json.dumps(readings))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
