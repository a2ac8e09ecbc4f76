"""Progress and the final table of a chaos run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.chaos.application import Outcome
from tests.chaos.judge import Verdict
from tests.chaos.shared import SharedSetup


def end_of(outcome: Outcome) -> str:
    return outcome.scenario.end.name if outcome.scenario.end else "stop()"


def progress(outcome: Outcome) -> str:
    """One line after each application."""
    scenario = outcome.scenario
    met = [name for name in ("read_only", "extensions") if getattr(scenario, name)]
    met += [] if scenario.clock == "+0" else [f"clock {scenario.clock}"]
    met += ["loader"] if outcome.loader_closed else []
    queries = len(outcome.results)
    rest = f"{queries} queries, {outcome.declared} events declared lost; {' '.join(met)}"
    return f"{scenario.name}: {end_of(outcome)}, code {outcome.code}, {rest}"


def table(outcomes: Sequence[Outcome], shared: SharedSetup, found: Verdict, seed: int) -> str:
    """The numbers in Markdown, and the problems."""
    ends = Counter(end_of(each) for each in outcomes)
    rows = {
        "seed": seed,
        "applications": f"{len(outcomes)} ({', '.join(f'{n} {end}' for end, n in ends.items())})",
        "with faults of extensions": sum(each.scenario.extensions for each in outcomes),
        "with a wrong clock": sum(each.scenario.clock != "+0" for each in outcomes),
        "with a closed class loader": sum(each.loader_closed for each in outcomes),
        "changes": ", ".join(f"{n} {what}" for what, n in sorted(shared.changes.items())),
        "queries that ended": sum(len(each.results) for each in outcomes),
        "events that were accepted": found.events,
        "accepted twice": found.sent_twice,
        "runs that were aborted": found.aborted,
        "events that are missing": found.missing,
        "events that logs declare lost": found.declared,
        "events in the memory of killed drivers": found.in_memory,
        "problems": len(found.problems),
    }
    lines = ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows.items())]
    return "\n".join(["", *lines, "", *found.problems])
