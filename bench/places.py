"""Paths, limits and progress output of the benchmarks."""

from __future__ import annotations

import time
from pathlib import Path

from tests.e2e.lines import ROOT, line
from tests.e2e.spark_submit import CONF, Driver

OUT = ROOT / "build" / "bench"
SPARK = line("4.0")
LIMIT = 3600  # seconds; a busy machine does not change the CPU time, but the run takes longer
STARTED = time.monotonic()
CONF_OF_RUNS = CONF | {"spark.sql.catalogImplementation": "in-memory"}


def log_progress(text: str) -> None:
    """Print one line of progress with the seconds since the start."""
    print(f"bench [{time.monotonic() - STARTED:5.0f} s] {text}", flush=True)


def driver(folder: Path, jars: list[Path], env: dict[str, str] | None = None) -> Driver:
    """A driver with the settings of users, which logs warnings only."""
    logging = Path(__file__).with_name("log4j2.properties")
    return Driver(SPARK, jars, folder, env=env or {}, logging=logging, timeout=LIMIT, jvm="")


def check_exit_code(code: int, log: list[str], folder: Path) -> None:
    """Stop the benchmark if a driver has failed."""
    if code != 0:
        tail = "\n".join(log[-30:])
        message = f"bench: a driver ended with {code}; the end of {folder}/driver.log:\n{tail}"
        raise SystemExit(message)
