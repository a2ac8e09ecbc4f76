"""What stays in the driver after very many queries on one session, with a backend over HTTP and the spool before it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from bench.contenders import ours
from bench.places import CONF_OF_RUNS, OUT, driver, ended, say
from bench.table import table
from tests.e2e.backend import backend
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import LISTENER

SCRIPT = Path(__file__).parent / "in_spark" / "soak.py"
HEAD = ("queries", "seconds", "heap, MB", "the agent's own, KB", "its instances", "spool, KB")


def run(jar: Path | None, queries: int) -> str:
    """Measures in one JVM; leaves soak.json, and gives the report's text."""
    folder = OUT / "runs" / "soak"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    job = folder / "job.json"
    job.write_text(json.dumps({"folder": str(folder), "queries": queries}))
    say(f"soak: {queries} queries on one session")
    with backend() as received:
        conf = CONF_OF_RUNS | {
            "spark.sql.warehouse.dir": str(folder / "warehouse"),
            "spark.extraListeners": LISTENER,
            "spark.openlineage.transport.type": "http",
            "spark.openlineage.transport.url": received.url,
            "spark.openlineage.spool.dir": str(folder / "spool"),
            "spark.log.level": "ERROR",
        }
        made = driver(folder, ours(jar).jars, env={"PYTHONPATH": str(ROOT)})
        end = made.submit([str(SCRIPT), str(job)], conf)
        sent = len(received.taken)
    ended(end.code, end.log, folder)
    rows = [json.loads(row) for row in job.with_suffix(".results").read_text().splitlines()]
    (OUT / "soak.json").write_text(json.dumps(rows, indent=1))
    lines = [
        [
            f"{row['queries']:,}",
            f"{row['seconds']:.0f}",
            f"{row['bytes'] / 1e6:.1f}",
            f"{row['own_bytes'] / 1e3:.1f}",
            f"{row['own_instances']:,}",
            f"{row['spool'] / 1e3:.1f}",
        ]
        for row in rows
    ]
    return f"{table(HEAD, lines)}\n\n{sent:,} events were delivered."
