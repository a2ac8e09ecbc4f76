"""Runs the contenders in turn, each in its own JVM, for several rounds."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.contenders import Contender
from bench.places import CONF_OF_RUNS, OUT, check_exit_code, driver, log_progress
from bench.workload import Workload

SCRIPT = Path(__file__).parent / "in_spark" / "tpch.py"
COLD, WARM = "cold", "warm"
PASSES = (COLD, WARM)

Readings = dict[str, Any]


def run_interleaved(
    contenders: list[Contender], rounds: int, work: Workload
) -> dict[str, list[Readings]]:
    """The readings of each contender, one per round; the order rotates, so that none is always first."""
    found: dict[str, list[Readings]] = {c.name: [] for c in contenders}
    for number in range(rounds):
        turn = number % len(contenders)
        for contender in contenders[turn:] + contenders[:turn]:
            began = time.monotonic()
            found[contender.name].append(run_round(contender, number, work))
            seconds = time.monotonic() - began
            log_progress(f"round {number + 1}/{rounds}, agent: {contender.name}: {seconds:.0f} s")
    return found


def run_round(
    contender: Contender, number: int, work: Workload, passes: Sequence[str] = PASSES
) -> Readings:
    """Run one JVM, which reads its meters before and after each of the passes."""
    folder = OUT / "runs" / f"{contender.name}-{number + 1}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    events = folder / "events.jsonl"
    own = {"spark.sql.warehouse.dir": str(folder / "warehouse")} | contender.conf(events)
    job = {
        "conf": CONF_OF_RUNS | own,
        "events": str(events) if contender.jar else None,
        "tables": work.tables,
        "statements": work.statements,
        "passes": passes,
    }
    path = folder / "job.json"
    path.write_text(json.dumps(job, indent=1))
    result = driver(folder, contender.jars).submit([str(SCRIPT), str(path)], own)
    check_exit_code(result.code, result.log, folder)
    shutil.rmtree(folder / "warehouse", ignore_errors=True)
    readings: Readings = json.loads(path.with_suffix(".results").read_text())
    return readings
