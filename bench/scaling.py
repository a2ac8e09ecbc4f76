"""Growth of the agent's worker CPU with the size of a plan."""

from __future__ import annotations

import json
import shutil
from itertools import groupby
from pathlib import Path
from typing import Any

from bench.contenders import ours
from bench.fit import Point, exponent
from bench.places import CONF_OF_RUNS, OUT, check_exit_code, driver, log_progress
from bench.table import table

SCRIPT = Path(__file__).parent / "in_spark" / "scaling.py"
LIMIT = 60.0  # CPU seconds of the process for one size, including Spark's own work
HEAD = ("plan", "sizes", "worker CPU, ms", "KB of events", "exponent", "last two sizes", "note")

Row = dict[str, Any]


def run(jar: Path | None) -> str:
    """Measure in one JVM; write scaling.json and return the text of the report."""
    contender = ours(jar)
    folder = OUT / "runs" / "scaling"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    events = folder / "events.jsonl"
    own = {"spark.sql.warehouse.dir": str(folder / "warehouse")} | contender.conf(events)
    path = folder / "job.json"
    job = {"conf": CONF_OF_RUNS | own, "events": str(events), "limit": LIMIT}
    path.write_text(json.dumps(job, indent=1))
    log_progress(f"scaling: kinds of plan that grow, at most {LIMIT:.0f} s of CPU a size")
    result = driver(folder, contender.jars).submit([str(SCRIPT), str(path)], own)
    check_exit_code(result.code, result.log, folder)
    rows = [json.loads(row) for row in path.with_suffix(".results").read_text().splitlines()]
    (OUT / "scaling.json").write_text(json.dumps(rows, indent=1))
    return report(rows)


def report(rows: list[Row]) -> str:
    """One row for each kind of plan; an exponent of 1 is linear growth."""
    kinds = [list(group) for _, group in groupby(rows, key=lambda row: row["shape"])]
    return table(HEAD, [kind(each) for each in kinds])


def kind(rows: list[Row]) -> list[str]:
    """The rows of one kind; constant costs hide growth at small sizes, so the last two sizes are fitted separately."""
    last = rows[-1]
    points = [(row["size"], row["worker_ms"]) for row in rows]
    return [
        f"{last['shape']}, by {last['axis']}",
        " ".join(str(row["size"]) for row in rows),
        " ".join(f"{row['worker_ms']:.1f}" for row in rows),
        " ".join(f"{row['bytes'] / 1e3:.0f}" for row in rows),
        *(slope(part) for part in (points, points[-2:])),
        "" if last["size"] == last["wanted"] else bound(last),
    ]


def slope(points: list[Point]) -> str:
    found = exponent(points)
    return "-" if found is None else f"{found:.2f}"


def bound(last: Row) -> str:
    """The reason why there is no larger size."""
    return f"limited by Spark's own analysis: {last['seconds']:.0f} s of CPU at {last['size']}"
