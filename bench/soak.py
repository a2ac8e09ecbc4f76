"""What the driver holds after many queries in one session, with an HTTP backend and the spool."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from bench.contenders import NONE, Contender, ours
from bench.places import CONF_OF_RUNS, OUT, check_exit_code, driver, log_progress
from bench.table import table
from tests.e2e.backend import backend
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import LISTENER

SCRIPT = Path(__file__).parent / "in_spark" / "soak.py"
HEAD = (
    "queries",
    "s",
    "heap, MB",
    "threads",
    "files",
    "classes",
    "own, KB",
    "own objects",
    "spool, KB",
    "queue",
    "events",
    "delivered",
    "lost",
)


def run(jar: Path | None, queries: int, *, only_ours: bool = False) -> str:
    """Measure a JVM without an agent and one with ours; write soak.json and return the text of the report."""
    contenders = [ours(jar)] if only_ours else [Contender(NONE, None), ours(jar)]
    with backend() as received:
        rows = {c.name: measure(c, queries, received.url) for c in contenders}
        sent = len(received.accepted)
    (OUT / "soak.json").write_text(json.dumps(rows, indent=1))
    lines = [cells(step) for step in zip(*rows.values(), strict=True)]
    return f"{table(HEAD, lines)}\n\n{sent:,} events were delivered."


def cells(step: tuple[dict[str, Any], ...]) -> list[str]:
    """One row of the table: what all JVMs have, as `without / with`, and what only the agent has."""
    our = step[-1]

    def both(name: str, form: str, unit: float = 1) -> str:
        return " / ".join(format(each[name] / unit, form) for each in step)

    return [
        f"{our['queries']:,}",
        both("seconds", ".0f"),
        both("bytes", ".1f", 1e6),
        both("threads", ".0f"),
        both("files", ".0f"),
        both("classes", ",.0f"),
        f"{our['own_bytes'] / 1e3:.1f}",
        f"{our['own_instances']:,}",
        f"{our['spool'] / 1e3:.1f}",
        *(f"{our[name]:,}" for name in ("queue", "events", "delivered", "lost")),
    ]


def measure(contender: Contender, queries: int, url: str) -> list[dict[str, Any]]:
    """One row for each tenth of the queries."""
    folder = OUT / "runs" / "soak" / contender.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    job = folder / "job.json"
    job.write_text(json.dumps({"folder": str(folder), "queries": queries}))
    log_progress(f"soak: {queries} queries on one session, agent: {contender.name}")
    conf = CONF_OF_RUNS | {
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.log.level": "ERROR",
    }
    if contender.jar:
        conf |= {
            "spark.extraListeners": LISTENER,
            "spark.openlineage.transport.type": "http",
            "spark.openlineage.transport.url": url,
            "spark.openlineage.spool.dir": str(folder / "spool"),
        }
    spark_driver = driver(folder, contender.jars, env={"PYTHONPATH": str(ROOT)})
    result = spark_driver.submit([str(SCRIPT), str(job)], conf)
    check_exit_code(result.code, result.log, folder)
    return [json.loads(row) for row in job.with_suffix(".results").read_text().splitlines()]
