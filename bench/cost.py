"""TPC-H without an agent, with ours and with the published one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from bench import measures
from bench.contenders import NAMES, NONE, OURS, PUBLISHED, Contender, ours, published
from bench.facets import by_facet
from bench.goals import GOALS, Values, ratio, verdict
from bench.measures import Measures, Metric
from bench.places import OUT, log_progress
from bench.rounds import COLD, WARM, Readings, run_interleaved
from bench.table import table
from bench.workload import tpch

Rounds = dict[str, list[Measures]]  # by contender


def run(rounds: int, jar: Path | None) -> str:
    """Run the measurements; write cost.json and return the text of the report."""
    work = tpch()
    contenders = [Contender(NONE, None), ours(jar), published()]
    found = run_interleaved(contenders, rounds, work)
    queries = len(work.statements)
    text = report(found, queries, rounds)
    facets = {name: facet_table(name, rounds) for name in (OURS, PUBLISHED)}
    (OUT / "cost.json").write_text(json.dumps({"queries": queries, "readings": found}, indent=1))
    return "\n\n".join([text, *facets.values()])


def report(found: dict[str, list[Readings]], queries: int, rounds: int) -> str:
    """The tables of the report."""

    def measures_by_contender(what: Callable[[Readings], Measures]) -> Rounds:
        return {name: [what(readings) for readings in found[name]] for name in NAMES}

    cold = measures_by_contender(lambda r: measures.of_pass(r[COLD], queries))
    warm = measures_by_contender(lambda r: measures.of_pass(r[WARM], queries))
    start = measures_by_contender(lambda r: measures.of_start(r["start"]))
    application = measures_by_contender(lambda r: measures.of_all(r, WARM))
    return "\n\n".join(
        [
            f"TPC-H, {queries} queries, rounds: {rounds}. Each cell: minimum / median over the rounds; ratios are of medians.",
            section(
                "Goals (by minima: other work on the machine only adds)",
                goals(cold, warm),
                GOAL_HEAD,
            ),
            cpu_noise(warm),
            section("Second pass of a JVM (warm)", rows(measures.BY_PASS, warm), HEAD),
            section("First pass of a JVM (cold)", rows(measures.BY_PASS, cold), HEAD),
            section("Start, until the session is ready", rows(measures.AT_START, start), HEAD),
            section("Whole application", rows(measures.IN_ALL, application), HEAD),
        ]
    )


HEAD = ("", *NAMES, "ours / published")
GOAL_HEAD = ("ours / published", "goal", "warm", "", "cold", "")


def section(title: str, body: list[list[str]], head: tuple[str, ...]) -> str:
    return f"### {title}\n\n{table(head, body)}"


def rows(metrics: tuple[Metric, ...], measures_by_contender: Rounds) -> list[list[str]]:
    """One row for each metric."""
    table_rows = []
    for metric in metrics:
        values = {name: [m[metric.key] for m in measures_by_contender[name]] for name in NAMES}
        cells = [cell(metric, v) for v in values.values()]
        theirs = median(values[PUBLISHED])
        share = f"{median(values[OURS]) / theirs:.3f}" if theirs else "-"
        table_rows.append([metric.label, *cells, share])
    return table_rows


def cell(metric: Metric, values: list[float]) -> str:
    """Minimum and median over the rounds."""
    return f"{min(values):.{metric.digits}f} / {median(values):.{metric.digits}f}"


def minima(measures_by_contender: Rounds, key: str) -> Values:
    return {name: min(m[key] for m in measures_by_contender[name]) for name in NAMES}


def goals(cold: Rounds, warm: Rounds) -> list[list[str]]:
    """One row for each goal: the limit and the results of both passes."""
    table_rows = []
    for goal in GOALS:
        row = [goal.text, f"{goal.limit:.3f}"]
        for measures_by_contender in (warm, cold):
            share = ratio(goal, minima(measures_by_contender, goal.metric))
            row += ["-" if share is None else f"{share:.3f}", verdict(goal, share)]
        table_rows.append(row)
    return table_rows


def cpu_noise(measures_by_contender: Rounds) -> str:
    """The variation of the process's CPU without an agent."""
    without_agent = [m["process_s"] for m in measures_by_contender[NONE]]
    return (
        f"Without an agent the process's CPU for a warm pass went from {min(without_agent):.2f} to {max(without_agent):.2f} s: the last "
        "row of the goals is worth no more than that, however many rounds agree on the threads."
    )


def facet_table(name: str, rounds: int) -> str:
    """The largest facets in the events of the last round."""
    events = OUT / "runs" / f"{name}-{rounds}" / "events.jsonl"
    with events.open() as lines:
        found = by_facet(lines)
    total: Any = found.total()
    body = [
        [facet, f"{size / 1e3:.0f}", f"{size / total:.1%}"] for facet, size in found.most_common(12)
    ]
    log_progress(f"{name}: {total / 1e3:.0f} KB in {events}")
    return section(f"Bytes by facet: {name}", body, ("facet", "KB", "share"))
