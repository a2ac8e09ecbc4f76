"""The start of an application of one query: without an agent, with ours, with the published one.

Spark itself needs time for `--jars`, so that there is also a run with an empty jar, and one with our jar on the class path.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from bench.contenders import NONE, OURS, PUBLISHED, Contender, ours, published
from bench.cost import cell
from bench.measures import AT_START, of_start
from bench.places import CONF_OF_RUNS, OUT, SPARK, check_exit_code, driver, log_progress
from bench.table import table
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import environment

SCRIPT = Path(__file__).parent / "in_spark" / "start.py"
EMPTY_JAR = "none, empty jar"
ON_CLASS_PATH = "ours, class path"
ARCHIVED = "ours, archive"
STAGES = {"ready": "Until the session is ready", "query": "After one query"}

Readings = dict[str, Any]


@dataclass(frozen=True)
class Start:
    """One way to start the application."""

    name: str
    contender: Contender
    jars: list[Path] = field(default_factory=list)
    conf: dict[str, str] = field(default_factory=dict)


def run(rounds: int, jar: Path | None) -> str:
    """Run all ways in turn, for several rounds; return the tables of the report."""
    starts = ways(jar)
    found: dict[str, list[Readings]] = {start.name: [] for start in starts}
    for number in range(rounds):
        turn = number % len(starts)
        for start in starts[turn:] + starts[:turn]:
            found[start.name].append(run_once(start, number))
            log_progress(f"round {number + 1}/{rounds}: {start.name}")
    (OUT / "start.json").write_text(json.dumps(found, indent=1))
    head = ("", *found)
    sections = [
        f"### {title}\n\n{table(head, rows(found, stage))}" for stage, title in STAGES.items()
    ]
    note = f"Rounds: {rounds}. Each cell: minimum / median over the rounds."
    return "\n\n".join([note, *sections])


def ways(jar: Path | None) -> list[Start]:
    """The ways to start; the archive is written first."""
    agent, theirs = ours(jar), published()
    on_class_path = {"spark.driver.extraClassPath": str(agent.jar)}
    archived = on_class_path | {
        "spark.driver.extraJavaOptions": f"-XX:SharedArchiveFile={write_archive()}"
    }
    none = Contender(NONE, None)
    return [
        Start(NONE, none),
        Start(EMPTY_JAR, none, [write_empty_jar()]),
        Start(OURS, agent, agent.jars),
        Start(ON_CLASS_PATH, agent, conf=on_class_path),
        Start(ARCHIVED, agent, conf=archived),
        Start(PUBLISHED, theirs, theirs.jars),
    ]


def write_empty_jar() -> Path:
    """A jar without classes."""
    jar = OUT / "empty.jar"
    with ZipFile(jar, "w") as file:
        file.writestr("empty.txt", "")
    return jar


def write_archive() -> Path:
    """The archive that `headwater cds` writes for this Spark."""
    archive = OUT / "start.jsa"
    command = [sys.executable, "-m", "headwater", "cds", "--output", str(archive)]
    sources = {"PYTHONPATH": str(ROOT / "python-sdk" / "src"), "SPARK_HOME": str(SPARK.home)}
    done = subprocess.run(
        command,
        env=os.environ | environment(SPARK) | sources,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        message = f"bench: `headwater cds` ended with {done.returncode}:\n{done.stderr[-2000:]}"
        raise SystemExit(message)
    return archive


def run_once(start: Start, number: int) -> Readings:
    """The readings of one JVM."""
    folder = OUT / "runs" / f"start-{start.name.replace(', ', '-').replace(' ', '-')}-{number + 1}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    events = folder / "events.jsonl"
    own = {"spark.sql.warehouse.dir": str(folder / "warehouse")}
    own |= start.contender.conf(events) | start.conf
    path = folder / "job.json"
    job = {"conf": CONF_OF_RUNS | own, "events": str(events) if start.contender.jar else None}
    path.write_text(json.dumps(job, indent=1))
    result = driver(folder, start.jars).submit([str(SCRIPT), str(path)], own)
    check_exit_code(result.code, result.log, folder)
    readings: Readings = json.loads(path.with_suffix(".results").read_text())
    return readings


def rows(found: dict[str, list[Readings]], stage: str) -> list[list[str]]:
    """One row for each number."""
    all_measures = {name: [of_start(r[stage]) for r in rounds] for name, rounds in found.items()}
    return [
        [
            metric.label,
            *(cell(metric, [m[metric.key] for m in of_way]) for of_way in all_measures.values()),
        ]
        for metric in AT_START
    ]
