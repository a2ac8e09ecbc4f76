"""What a query costs in a long session: TPC-H again and again in one JVM, with ours and with the published agent."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from statistics import median

from bench import measures
from bench.contenders import OURS, PUBLISHED, ours, published
from bench.measures import Measures
from bench.places import OUT, log_progress
from bench.rounds import run_round
from bench.table import table
from bench.workload import tpch

ENDS = (1, 2, 5, 10, 20, 40)  # the passes after which a row of the table ends
PASSES = ENDS[-1]
GOALS = "goals: 5 ms and 0.5 MB a query"
HEAD = (
    "passes",
    "queries before",
    f"{OURS}: worker, CPU ms",
    f"{OURS}: worker, MB",
    f"{OURS}: bus thread, CPU ms",
    f"{PUBLISHED}: bus thread, CPU ms",
)


def run(jar: Path | None) -> str:
    """Run one JVM with each agent; write session.json and return the table of the report."""
    work = tpch()
    queries = len(work.statements)
    names = [str(number) for number in range(PASSES)]
    found: dict[str, list[Measures]] = {}
    for contender in (ours(jar), published()):
        log_progress(f"session: {PASSES} passes of {queries} queries, agent: {contender.name}")
        readings = run_round(contender, 0, work, names)
        found[contender.name] = [measures.of_pass(readings[name], queries) for name in names]
    (OUT / "session.json").write_text(json.dumps(found, indent=1))
    note = f"TPC-H, {queries} queries a pass. Each cell: the median of these passes, for one query; {GOALS}."
    return f"{note}\n\n{table(HEAD, rows(found, queries))}"


def rows(found: dict[str, list[Measures]], queries: int) -> list[list[str]]:
    """One row for the passes between two of `ENDS`."""
    return [row(found, begin, end, queries) for begin, end in pairwise((0, *ENDS))]


def row(found: dict[str, list[Measures]], begin: int, end: int, queries: int) -> list[str]:
    def cell(name: str, key: str) -> str:
        return f"{median(m[key] for m in found[name][begin:end]):.2f}"

    return [
        str(end) if end == begin + 1 else f"{begin + 1} to {end}",
        f"{begin * queries:,}",
        cell(OURS, "worker_cpu_ms"),
        cell(OURS, "worker_mb"),
        cell(OURS, "bus_cpu_ms"),
        cell(PUBLISHED, "bus_cpu_ms"),
    ]
