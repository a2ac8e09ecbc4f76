"""How long `spark.stop()` takes without an agent and with ours, which sends to a healthy backend and has an empty queue."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from statistics import median

from bench.contenders import NONE, OURS, Contender, ours
from bench.places import CONF_OF_RUNS, OUT, check_exit_code, driver, log_progress
from bench.table import table
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import LISTENER
from tests.services.processes import free_port, running

SCRIPT = Path(__file__).parent / "in_spark" / "stop.py"
SESSIONS = 4  # in each JVM
GOAL = 50  # milliseconds
HEAD = ("", NONE, OURS, "in our listener")

Readings = list[dict[str, float]]  # milliseconds of each session of a JVM: `stop`, `listener`
Rounds = dict[str, list[Readings]]  # by contender


def run(rounds: int, jar: Path | None) -> str:
    """Run both in turn, for several rounds; return the table of the report."""
    contenders = [Contender(NONE, None), ours(jar)]
    found: Rounds = {c.name: [] for c in contenders}
    folder = OUT / "runs" / "stop"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    port = free_port()
    command = [sys.executable, str(ROOT / "bench" / "counting_backend.py"), str(port)]
    with running(command, port, folder):
        for number in range(rounds):
            for contender in contenders[:: -1 if number % 2 else 1]:
                found[contender.name].append(run_once(contender, folder, number, port))
                log_progress(f"round {number + 1}/{rounds}: {contender.name}")
    (OUT / "stop.json").write_text(json.dumps(found, indent=1))
    note = (
        f"Rounds: {rounds}. Milliseconds of `spark.stop()`; each cell: minimum / median. The listener is the agent's part: "
        f"goal {GOAL} ms."
    )
    return f"{note}\n\n{table(HEAD, rows(found))}"


def run_once(contender: Contender, folder: Path, number: int, port: int) -> Readings:
    """The readings of one JVM."""
    own = folder / f"{contender.name}-{number + 1}"
    own.mkdir()
    conf = {"spark.sql.warehouse.dir": str(own / "warehouse")}
    if contender.jar:
        conf |= {
            "spark.extraListeners": LISTENER,
            "spark.openlineage.transport.type": "http",
            "spark.openlineage.transport.url": f"http://127.0.0.1:{port}",
            "spark.openlineage.spool.dir": str(own / "spool"),
        }
    path = own / "job.json"
    job = {"conf": CONF_OF_RUNS | conf, "events": None, "sessions": SESSIONS}
    path.write_text(json.dumps(job))
    result = driver(own, contender.jars).submit([str(SCRIPT), str(path)], conf)
    check_exit_code(result.code, result.log, own)
    found: Readings = json.loads(path.with_suffix(".results").read_text())
    return found


def rows(found: Rounds) -> list[list[str]]:
    """The first session of each JVM, and the later ones."""
    first = {name: [readings[0] for readings in rounds] for name, rounds in found.items()}
    later = {
        name: [r for readings in rounds for r in readings[1:]] for name, rounds in found.items()
    }
    return [row("first session of the JVM", first), row("later sessions", later)]


def row(title: str, found: dict[str, Readings]) -> list[str]:
    """The cells of both contenders, and the agent's part."""
    return [
        title,
        *(cell(found[name], "stop") for name in (NONE, OURS)),
        cell(found[OURS], "listener"),
    ]


def cell(readings: Readings, key: str) -> str:
    """Minimum and median."""
    millis = [reading[key] for reading in readings]
    return f"{min(millis):.0f} / {median(millis):.0f}"
