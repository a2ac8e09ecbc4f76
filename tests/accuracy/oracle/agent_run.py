"""Runs the CTAS statements of a suite under an agent and reads the lineage from its events."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import events, spark_process
from .data import Profile, Workload
from .duck import Duck
from .model import BUILD, Lineage, Suite

if TYPE_CHECKING:
    from pathlib import Path

LISTENER = "io.openlineage.spark.agent.OpenLineageSparkListener"


@dataclass(frozen=True, slots=True)
class AgentRun:
    """The lineage of each query by name, and Spark's errors of the statements that failed."""

    lineage: dict[str, Lineage]
    errors: dict[str, str]
    log: list[events.Event]


def run(suite: Suite, jar: Path, line: str) -> AgentRun:
    """Run one Spark process: create the suite's tables, then run each query as a CTAS, with events in a file."""
    folder = BUILD / "runs" / f"{suite.name}-{line}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = folder / "events.jsonl"
    queries = [q for q in suite.queries if at_least(line, q.spark)]
    job = {
        "conf": {
            "spark.jars": str(jar),
            "spark.extraListeners": LISTENER,
            "spark.openlineage.namespace": "accuracy",
            "spark.openlineage.transport.type": "file",
            "spark.openlineage.transport.location": str(log),
            "spark.openlineage.columnLineage.datasetLineageEnabled": "true",
        },
        "setup": _tables(suite, folder),
        "statements": {q.name: q.ctas for q in queries},
    }
    path = folder / "job.json"
    path.write_text(json.dumps(job))
    spark_process.run(line, "ctas.py", path)
    made = events.read(log)
    named = events.by_output(made)
    return AgentRun(
        {q.name: named[q.created] for q in queries if q.created in named},
        json.loads((folder / "errors.json").read_text()),
        made,
    )


def at_least(line: str, needed: str) -> bool:
    """Whether one Spark line is the same as or newer than another: 4.1 is at least 3.5."""
    return tuple(map(int, line.split("."))) >= tuple(map(int, needed.split(".")))


def _tables(suite: Suite, folder: Path) -> list[str]:
    statements = []
    with Duck() as duck:
        for table in suite.tables.values():
            work = Workload(Profile(0, 8, 8, 4, 0.5), {table.name: table})
            duck.load(work.wide(table.name))
            path = folder / "data" / table.name
            duck.export(table, path / "part.parquet")
            columns = ", ".join(f"{c.name} {c.type}" for c in table.columns)
            statements.append(f"CREATE TABLE {table.name} ({columns}) USING parquet LOCATION '{path}'")
    return statements
