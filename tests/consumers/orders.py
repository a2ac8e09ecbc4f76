"""The orders in which events of runs may arrive: delivery is at least once, and the order within a run is kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.consumers import facts
from tests.e2e import events as ev
from tests.e2e.events import TERMINAL, Event
from tests.faults.seed import generator

Order = Callable[[list[Event]], list[Event]]
AT_ONCE = 8


def as_sent(events: list[Event]) -> list[Event]:
    return events


def twice(events: list[Event]) -> list[Event]:
    """Each event is delivered again at once."""
    return [e for event in events for e in (event, event)]


def one_run_after_the_other(events: list[Event]) -> list[Event]:
    return [e for run in ev.runs(events).values() for e in run]


def replayed(events: list[Event]) -> list[Event]:
    """After the terminal event of a run all its events come once more, as from a spool whose acknowledgements are lost."""
    runs = ev.runs(events)
    again = {
        id(event): runs[facts.run_id(event)] for event in events if event["eventType"] in TERMINAL
    }
    return [e for event in events for e in (event, *again.get(id(event), []))]


def starts(events: list[Event]) -> list[Event]:
    return [event for event in events if event["eventType"] == "START"]


def starts_first(events: list[Event]) -> list[Event]:
    """Applications that are killed, and later succeed."""
    return [*starts(events), *events]


def last_run_first(events: list[Event]) -> list[Event]:
    """As if each run's spool were delivered later than the next one's."""
    return [e for run in reversed(ev.runs(events).values()) for e in run]


def interleaved(events: list[Event], number: int) -> list[Event]:
    """The runs in one order of many; each keeps its own."""
    chance = generator(f"interleaved {number}")
    runs = [list(reversed(run)) for run in ev.runs(events).values()]
    found = []
    while runs:
        run = chance.choice(runs[:AT_ONCE])
        found.append(run.pop())
        runs = [r for r in runs if r]
    return found


ORDERS: dict[str, Order] = {
    "as sent": as_sent,
    "each event twice": twice,
    "each run again after its end": replayed,
    "one run after the other": one_run_after_the_other,
    "only starts, later all": starts_first,
    "last run first": last_run_first,
    "interleaved 1": partial(interleaved, number=1),
    "interleaved 2": partial(interleaved, number=2),
}
