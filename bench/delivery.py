"""How fast waiting events leave the spool once the backend is there."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.contenders import ours
from bench.places import CONF_OF_RUNS, OUT, check_exit_code, driver, log_progress
from bench.table import table
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import LISTENER
from tests.services.processes import free_port, running

SCRIPT = Path(__file__).parent / "in_spark" / "delivery.py"
JOBS = 5_000  # RDD jobs, each a run with two events
WARM = 5_000  # events after which the sender is warm
GOAL = 5_000  # events in a second, for one core, by a warm sender
HEAD = (
    "",
    "events",
    "KB an event",
    "events/s",
    "sending threads, CPU ms an event",
    "events/s a core",
)


def run(jar: Path | None) -> str:
    """Fill a spool while no backend listens; start the backend and deliver all; return the text of the report."""
    folder = OUT / "runs" / "delivery"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    port = free_port()
    submit(folder, jar, port, jobs=JOBS, until=[])
    log_progress(f"delivery: {2 * JOBS:,} events wait")
    with backend(port):
        first, all_events = submit(folder, jar, port, jobs=0, until=[WARM, 2 * JOBS])
    warm = {name: all_events[name] - first[name] for name in first}
    (OUT / "delivery.json").write_text(json.dumps([first, warm]))
    speed = of_core(warm)
    verdict = "met" if speed >= GOAL else f"missed by a factor of {GOAL / speed:.1f}"
    rows = [cells("from the start of the JVM", first), cells("then", warm)]
    return f"Goal of {GOAL:,} events in a second of CPU: {verdict}.\n\n{table(HEAD, rows)}"


def cells(name: str, found: dict[str, float]) -> list[str]:
    """A row of the table."""
    events = found["events"]
    return [
        name,
        f"{events:,}",
        f"{found['bytes'] / events / 1e3:.1f}",
        f"{events / found['seconds']:,.0f}",
        f"{found['cpu'] / 1e6 / events:.3f}",
        f"{of_core(found):,.0f}",
    ]


def of_core(found: dict[str, float]) -> float:
    """The events in a second of the sending threads' CPU."""
    return found["events"] / (found["cpu"] / 1e9)


@contextmanager
def backend(port: int) -> Iterator[None]:
    """The counting backend, in a process of its own."""
    command = [sys.executable, str(ROOT / "bench" / "counting_backend.py"), str(port)]
    with running(command, port, OUT / "runs" / "delivery"):
        yield


def submit(
    folder: Path, jar: Path | None, port: int, *, jobs: int, until: list[int]
) -> list[dict[str, Any]]:
    """Run one application with the spool of the folder; return what it measured at each number of events."""
    url = f"http://127.0.0.1:{port}"
    agent = ours(jar)
    conf = {
        "spark.extraListeners": LISTENER,
        "spark.openlineage.transport.type": "http",
        "spark.openlineage.transport.url": url,
        "spark.openlineage.spool.dir": str(folder / "spool"),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
    }
    path = folder / f"{'deliver' if until else 'fill'}.json"
    job = {"conf": CONF_OF_RUNS | conf, "jobs": jobs, "until": until, "backend": url}
    path.write_text(json.dumps(job))
    result = driver(folder, agent.jars).submit([str(SCRIPT), str(path)], conf)
    check_exit_code(result.code, result.log, folder)
    found: list[dict[str, Any]] = json.loads(path.with_suffix(".results").read_text())
    return found
