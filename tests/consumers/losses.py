"""What a consumer no longer shows after an event, and whether the event itself retracts it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Protocol

from tests.consumers import facts
from tests.consumers.facts import EDGES, Dataset, Fact
from tests.e2e.events import Event


class Consumer(Protocol):
    """Something that takes events and shows facts."""

    name: str

    def take(self, event: Event) -> None:
        """Store an event by the consumer's rules."""

    def visible(self) -> set[Fact]:
        """What a user sees now."""

    def normal(self, fact: Fact) -> Fact:
        """The fact as this consumer writes it, such as with names in small letters."""

    def concerns(self, event: Event, fact: Fact) -> bool:
        """Whether the event is about the place where the consumer keeps an edge, such as a pair of tables or a job."""


class EventContent:
    """What one event says, to decide which facts it retracts. `of_run` is what all events of its run say."""

    def __init__(self, consumer: Consumer, event: Event, of_run: set[Fact]) -> None:
        self.consumer = consumer
        self.event = event
        self.of_run = {consumer.normal(fact) for fact in of_run}
        self.about = {consumer.normal((facts.key(d),))[0]: d for d in facts.datasets(event)}
        stated = {consumer.normal(fact) for fact in facts.stated(event)}
        self.stated = {fact for fact in stated if not self.outdated(fact)}
        self.dropped = {name for name, dataset in self.about.items() if dropped(dataset)}
        self.kinds = {fact[:2] for fact in self.stated}
        self.written = {consumer.normal((facts.key(d),))[0] for d in event["outputs"]}

    def retracts(self, fact: Fact) -> bool:
        """A schema without the field, another version, a dropped table, other edges in the same place."""
        kind = fact[0]
        if kind == "run":
            return fact[1] == facts.run_id(self.event)
        if not self.dropped.isdisjoint(fact[1:]):
            return True
        if kind in EDGES and self.other_edges(fact):
            return True
        if self.outdated(fact):
            return True
        if kind == "version" and fact[1] in self.written:
            return True  # a write begins a version of its own, whose number may be known at its end only
        return kind in {"version", "owner"} and fact[:2] in self.kinds

    def outdated(self, fact: Fact) -> bool:
        """A field, or an edge of one, that is not in the last schema that the event gives, such as the old name of a renamed column."""
        return fact[0] in EDGES | {"field", "nested field"} and no_longer_has(self.about, fact)

    def other_edges(self, fact: Fact) -> bool:
        """The run of the event tells edges for the same place, and this is not one of them."""
        return fact not in self.of_run and self.consumer.concerns(self.event, fact)


def stated_by_run(order: list[Event]) -> dict[str, set[Fact]]:
    found: dict[str, set[Fact]] = defaultdict(set)
    for event in order:
        found[facts.run_id(event)] |= facts.stated(event)
    return found


def no_longer_has(about: dict[str, Dataset], fact: Fact) -> bool:
    """One of the two fields is not in the schema that the event gives for its dataset."""
    ends = [fact[2:4]] if fact[0] == "dependency" else [fact[1:3], fact[3:5]]
    return any(
        end[0] in about and facts.fields(about[end[0]]) and not has(about[end[0]], end[1])
        for end in ends
        if end
    )


def has(dataset: Dataset, path: str) -> bool:
    lower = {name.lower() for name in facts.names(dataset)}
    paths = {p.lower() for field in facts.fields(dataset) for p in facts.nested(field)}
    return path.lower() in lower | paths


def dropped(dataset: Dataset) -> bool:
    return facts.facet(dataset, "lifecycleStateChange").get("lifecycleStateChange") == "DROP"


@dataclass
class Losses:
    """What became of the events of an order: facts that were lost, and facts that are missing at the end."""

    lost: list[str]
    missing: set[Fact]


def deliver(consumer: Consumer, order: list[Event]) -> Losses:
    """Give the events to a consumer, and look at it after each."""
    lost: list[str] = []
    expected: set[Fact] = set()
    before: set[Fact] = set()
    of_run = stated_by_run(order)
    failed = {facts.run_id(event) for event in order if event["eventType"] in ("FAIL", "ABORT")}
    for number, event in enumerate(order):
        consumer.take(event)
        after = consumer.visible()
        content = EventContent(consumer, event, of_run[facts.run_id(event)])
        gone = [fact for fact in sorted(before - after) if not content.retracts(fact)]
        lost += [line(number, event, fact) for fact in gone]
        expected = {f for f in expected if f in content.stated or not content.retracts(f)}
        # what a failed run would have written need not be there at the end
        expected |= {
            f for f in content.stated if f[0] == "run" or facts.run_id(event) not in failed
        }
        before = after
    return Losses(lost, expected - before)


def line(number: int, event: Event, fact: Fact) -> str:
    run = facts.run_id(event)[-6:]
    return f"{number} {event['eventType']} {event['job']['name']} {run}: {' | '.join(fact)}"
