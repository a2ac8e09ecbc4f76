"""The cost of Python extensions: the start of their process, and for the worker one round trip per event, by the number
of matching nodes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

from bench.contenders import ours
from bench.places import CONF_OF_RUNS, OUT, SPARK, check_exit_code, driver, log_progress
from bench.table import table
from tests.e2e.lines import ROOT, built

IN_JVM = "extension-benchmark"
SCRIPT = Path(__file__).parent / "in_spark" / "extensions.py"
HEAD = (
    *("plan", "matching", "median, ms", "p90, ms"),
    *("goal: median over none, ms", "over none, ms", "Python's CPU, ms"),
)
GOALS = {4: 0.5, 20: 1.0, 1000: 50.0}
STARTS, START_GOAL = 9, 0.3
SDK = str(ROOT / "python-sdk" / "src")

Row = dict[str, Any]


def run(jar: Path | None) -> str:
    """Measure in one JVM; write extensions.json and return the text of the report."""
    contender = ours(jar)
    folder = OUT / "runs" / "extensions"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    own = {"spark.sql.warehouse.dir": str(folder / "warehouse")} | contender.conf(
        folder / "events.jsonl"
    )
    job = folder / "job.json"
    log_progress("extensions: a visitor on plans of 200 and 1,000 nodes, then 10,000 events")
    start = host_start(folder)
    jars = [*contender.jars, benchmark_jar()]
    spark_driver = driver(folder, jars, env={"PYTHONPATH": SDK})
    result = spark_driver.submit([str(SCRIPT), str(job)], CONF_OF_RUNS | own)
    check_exit_code(result.code, result.log, folder)
    rows = [json.loads(row) for row in job.with_suffix(".results").read_text().splitlines()]
    (OUT / "extensions.json").write_text(json.dumps({"host start": start, "rows": rows}, indent=1))
    return report(rows, start)


def benchmark_jar() -> Path:
    """The JVM's part, compiled against the sources of the agent."""
    project = f"{IN_JVM}{SPARK.scala.replace('.', '')}"
    subprocess.run([str(ROOT / "sbt"), f"{project}/package"], check=True, cwd=ROOT)
    return built(SPARK, IN_JVM)


def host_start(folder: Path) -> list[float]:
    """The CPU seconds that the agent's Python process has used when it imports the first extension."""
    (folder / "started.py").write_text("import time\nprint(time.process_time())\n")
    order = json.dumps({"port": 1, "token": "none", "extensions": ["started:nothing"]}) + "\n"
    command = [sys.executable, "-u", "-m", "headwater.host"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((SDK, str(folder)))}
    found = []
    for _ in range(STARTS):
        with subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as host:
            assert host.stdin is not None
            assert host.stdout is not None
            host.stdin.write(order)
            host.stdin.flush()
            found.append(float(host.stdout.readline()))
            host.kill()
    return found


def report(rows: list[Row], start: list[float]) -> str:
    """One row per measurement, the heap before and after 10,000 events, and the start of the process."""
    none = next(ms(row, 0.5) for row in rows if not row["matching"])
    heap = next(row["heap"] for row in rows if "heap" in row)
    lines = [line(row, none) for row in rows]
    return (
        table(HEAD, lines)
        + f"\n\nThe JVM's heap after a collection: {heap[0] / 1e6:.1f} MB before the 10,000 events, "
        f"{heap[1] / 1e6:.1f} MB after.\n\nThe agent's Python process imports the first extension after "
        f"{median(start):.2f} s of CPU, the median of {len(start)} starts; the goal is {START_GOAL} s."
    )


def line(row: Row, none: float) -> list[str]:
    """One row; the goal is compared with the same round without a matching visitor."""
    goal = GOALS.get(row["matching"])
    over = f"{ms(row, 0.5) - none:.2f}" if row["matching"] else "-"
    return [
        row["what"],
        str(row["matching"]),
        f"{ms(row, 0.5):.2f}",
        f"{ms(row, 0.9):.2f}",
        "-" if goal is None else f"{goal:g}",
        over,
        f"{row['python'] / len(row['nanos']) * 1e3:.2f}",
    ]


def ms(row: Row, quantile: float) -> float:
    """A quantile of the row's times, in milliseconds."""
    ordered = sorted(row["nanos"])
    if quantile == 0.5:
        return float(median(ordered)) / 1e6
    return float(ordered[int(quantile * (len(ordered) - 1))]) / 1e6
