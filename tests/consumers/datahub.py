"""A model of what DataHub's OpenLineage endpoint stores, by the rules of its converter (1.5, one class) and not by its code. Its newer rules
are in datahub_split.py.

- A dataset's URN comes from its last symlink of type TABLE, else from its own name; the name alone leads to the same URN later.
- Each event upserts whole aspects: the schema of each dataset that has one (top-level fields), and of the event's job its inputs, outputs and
  column edges. An event without column edges leaves the job without them.
- A run that fails or is aborted has the result FAILURE.
- A job with a parent needs an orchestrator, which is the last step of the path of the parent's producer. There is an error (HTTP 500) if it has none.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from tests.consumers import facts
from tests.consumers.facts import Dataset, Fact
from tests.e2e.events import Event

PUBLISHED = "https://github.com/OpenLineage/OpenLineage/tree/1.53.0/integration/spark"
FAILURE = "FAILURE"
RESULTS = {
    "START": "STARTED",
    "RUNNING": "STARTED",
    "COMPLETE": "SUCCESS",
    "FAIL": FAILURE,
    "ABORT": FAILURE,
}


class RefusedError(Exception):
    """The endpoint answers 500."""


class DataHub:
    """What the model has stored."""

    name = "DataHub"

    def __init__(self, orchestrator: str = "spark") -> None:
        """With DataHub's setting of that name; an empty one leaves it to the producer."""
        self.orchestrator = orchestrator
        self.aliases: dict[str, str] = {}
        self.schemas: dict[str, set[str]] = {}
        self.edges: dict[str, set[Fact]] = {}
        self.linked: dict[str, set[str]] = {}
        self.states: dict[str, str] = {}

    def take(self, event: Event) -> None:
        _ = self.orchestrator or of_producer(event)
        self.states[facts.run_id(event)] = self.result(event)
        urns = {facts.key(d): self.urn(d) for d in facts.datasets(event)}
        for dataset in facts.datasets(event):
            self.store_schema(dataset)
        self.linked[facts.job(event)] = set(urns.values())
        self.edges[facts.job(event)] = {
            ("edge", urns[facts.key(output)], field, self.of_name(source), source["field"])
            for output in event["outputs"]
            for field, lineage in facts.facet(output, "columnLineage").get("fields", {}).items()
            for source in lineage["inputFields"]
        }

    def result(self, event: Event) -> str:
        """The state of the run after the event."""
        return RESULTS[event["eventType"]]

    def store_schema(self, dataset: Dataset) -> None:
        if facts.fields(dataset):
            self.schemas[self.urn(dataset)] = facts.names(dataset)

    def urn(self, dataset: Dataset) -> str:
        own = facts.key(dataset)
        identifiers = facts.facet(dataset, "symlinks").get("identifiers", [])
        tables = [i["name"] for i in identifiers if i.get("type") == "TABLE"]
        if tables:
            self.aliases[own] = f"hive {tables[-1]}"
        return self.aliases.get(own, own)

    def of_name(self, source: dict[str, str]) -> str:
        """The URN of a dataset that an edge names."""
        return self.aliases.get(facts.key(source), facts.key(source))

    def visible(self) -> set[Fact]:
        found: set[Fact] = {("run", run, state) for run, state in self.states.items()}
        found |= {("dataset", urn) for linked in self.linked.values() for urn in linked}
        for urn, fields in self.schemas.items():
            found |= {("field", urn, name) for name in fields} | {("dataset", urn)}
        for of_job in self.edges.values():
            found |= {edge for edge in of_job if self.drawn(edge)}
        return found

    def drawn(self, edge: Fact) -> bool:
        """Both ends are fields of the datasets' schemas: only these are drawn."""
        _, output, field, source, source_field = edge
        ends = ((output, field), (source, source_field))
        return all(self.has_field(urn, name) for urn, name in ends)

    def has_field(self, urn: str, field: str) -> bool:
        return field in self.schemas.get(urn, set())

    def normal(self, fact: Fact) -> Fact:
        if fact[0] == "run":
            return fact[0], fact[1], RESULTS[fact[2]]
        return tuple(self.aliases.get(part, part) for part in fact)

    def concerns(self, event: Event, fact: Fact) -> bool:
        """The edges of a job are kept with the job, so that an event of any job of the output may be another statement."""
        outputs = {self.normal((facts.key(d),))[0] for d in event["outputs"]}
        return self.normal(fact)[1] in outputs


def of_producer(event: Event) -> str:
    """The orchestrator of the parent's flow, if there is a parent."""
    parent = event["run"].get("facets", {}).get("parent")
    if not parent:
        return "spark"
    producer = str(parent["_producer"])
    steps = [step for step in urlsplit(producer).path.split("/") if step]
    if "://" not in producer or not steps:
        message = f"Unable to determine orchestrator: {producer}"
        raise RefusedError(message)
    return steps[-1].lower()
