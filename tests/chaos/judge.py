"""What the applications and the backend show after a chaos run, and what of it must not be."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.chaos.application import Outcome
from tests.chaos.scenario import QUERIES
from tests.e2e import events as ev
from tests.e2e import invariants
from tests.e2e.events import Event
from tests.faults.outcome import distinct, of_namespace


@dataclass
class Verdict:
    """The numbers of the report, and the problems.

    `missing` are the events that should be there, `in_memory` those that a killed driver had not written yet: the tail
    of its work, or more if the disk had refused them.
    """

    events: int = 0
    sent_twice: int = 0
    aborted: int = 0
    missing: int = 0
    declared: int = 0
    in_memory: int = 0
    problems: list[str] = field(default_factory=list)


def judge(
    outcomes: Sequence[Outcome],
    accepted: list[Event],
    results: dict[int, object],
    events_of_one: int,
) -> Verdict:
    """Compare with the results of the queries without the agent, and the events of an application without faults."""
    found = Verdict(declared=sum(each.declared for each in outcomes))
    for each in outcomes:
        own = of_namespace(accepted, each.scenario.name)
        events = distinct(own)
        found.events += len(events)
        found.sent_twice += len(own) - len(events)
        found.aborted += len([e for e in events if e["eventType"] == "ABORT"])
        found.problems += [f"{each.scenario.name}: {p}" for p in job_problems(each, results)]
        if not each.loader_closed:
            judge_events(each, events, events_of_one, found)
    if found.missing > found.declared:
        found.problems.append(
            f"{found.missing} events are missing, the logs declare {found.declared}"
        )
    return found


def job_problems(outcome: Outcome, results: dict[int, object]) -> list[str]:
    """What faults have done to the application itself."""
    differ = [n for n, rows in outcome.results.items() if rows != results[n]]
    found = [f"query {n} has other rows" for n in differ]
    if outcome.hung:
        found.append("it hangs")
    elif outcome.scenario.end is None and (outcome.code or len(outcome.results) < QUERIES):
        found.append(f"it ended with {outcome.code} after {len(outcome.results)} queries")
    return found


def judge_events(outcome: Outcome, events: list[Event], events_of_one: int, found: Verdict) -> None:
    """Count the events that are missing; each run that is there must be whole."""
    broken = run_problems(events)
    if outcome.scenario.end is None:
        missing = max(0, events_of_one - len(events))
        found.missing += missing
        if broken and not missing:
            found.problems += [f"{outcome.scenario.name}: {p}" for p in broken]
        return
    written = writes(events)
    between = [n for n in range(max(written, default=-1)) if n not in written]
    tail = len([n for n in outcome.results if n > max(written, default=-1)])
    if outcome.scenario.end is signal.SIGKILL:
        found.in_memory += 2 * tail
        if outcome.refused:
            found.in_memory += 2 * len(between) + len(broken)
            return
    else:
        found.missing += 2 * tail
    found.missing += 2 * len(between)
    if not outcome.declared:
        found.problems += [f"{outcome.scenario.name}: {p}" for p in broken]


def run_problems(events: list[Event]) -> list[str]:
    """Runs without exactly one START and one end, or with a gap in their numbers."""
    groups = ev.runs(events)
    return [p for run, group in groups.items() for p in invariants.run_problems(run, group)]


def writes(events: list[Event]) -> set[int]:
    """The numbers of the queries whose output is in an event."""
    names = [output["name"] for event in events for output in event["outputs"]]
    return {int(name.rpartition("/")[2]) for name in names if "/out/" in name}
