"""A model of how Marquez 0.51 stores events, by its rules and not by its code.

- A dataset is known by its first name and by each symlink. Its source is that of the first event that names it, for ever.
- An output makes or finds a version; namespace, source, name, lifecycle, fields and run identify it. An input uses the dataset's current
  version, or makes the first one. A version's fields are the top-level ones of all events that named this version.
- At COMPLETE, and at each event of a stream, a version that the run wrote becomes the current one. Where the run wrote several, the database
  is free to choose; this model takes the one that shows least.
- A column edge is stored where the output's schema in this event has the field, and a version that the run reads has the input field.
- A job is named after its parent.
- Facets belong to the version; the last of a name is shown.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from tests.consumers import facts
from tests.consumers.facts import Dataset, Fact
from tests.e2e.events import Event

RAN = {"COMPLETE": "COMPLETED", "FAIL": "FAILED", "ABORT": "ABORTED"}


def job_name(event: Event) -> str:
    """The name of the event's job: the parent's name, then its own without that prefix (`OpenLineageDao`)."""
    own = str(event["job"]["name"])
    parent = event["run"]["facets"].get("parent", {}).get("job", {}).get("name")
    return f"{parent}.{own.removeprefix(f'{parent}.')}" if parent else own


@dataclass
class Version:
    """One version of a dataset: the run that wrote it, the names of its fields, its facets."""

    run: str | None
    fields: set[str] = field(default_factory=set)
    facets: dict[str, object] = field(default_factory=dict)


@dataclass
class Stored:
    """A dataset."""

    name: str
    source: str
    versions: dict[str, Version] = field(default_factory=dict)
    current: Version | None = None


class Marquez:
    """What the model has stored."""

    name = "Marquez"

    def __init__(self) -> None:
        self.datasets: dict[str, Stored] = {}  # by every name
        self.read: dict[str, dict[int, tuple[Stored, Version]]] = {}
        self.edges: set[Fact] = set()
        self.states: dict[str, str] = {}

    def take(self, event: Event) -> None:
        run = facts.run_id(event)
        self.states[run] = event["eventType"]
        for dataset in event["inputs"]:
            self.store_input(dataset, run)
        for dataset in event["outputs"]:
            self.store_output(dataset, run)
        streaming = event["job"].get("facets", {}).get("jobType", {}).get("processingType")
        if event["eventType"] == "COMPLETE" or streaming == "STREAMING":
            self.make_current(run)

    def dataset(self, dataset: Dataset) -> Stored:
        name = facts.key(dataset)
        source = facts.facet(dataset, "dataSource").get("name", "default")
        stored = self.datasets.setdefault(name, Stored(name, source))
        for identifier in facts.facet(dataset, "symlinks").get("identifiers", []):
            self.datasets.setdefault(facts.key(identifier), stored)
        return stored

    def version(self, stored: Stored, dataset: Dataset, run: str, writes: bool) -> Version:
        """The version that these parts identify."""
        source = facts.facet(dataset, "dataSource").get("name", "default")
        lifecycle = facts.facet(dataset, "lifecycleStateChange").get("lifecycleStateChange", "")
        parts = [source, lifecycle, run, *(str(f) for f in facts.fields(dataset))]
        return stored.versions.setdefault(json.dumps(parts), Version(run if writes else None))

    def add(self, version: Version, dataset: Dataset) -> None:
        version.fields |= facts.names(dataset)
        version.facets |= dataset.get("facets", {})

    def store_input(self, dataset: Dataset, run: str) -> None:
        stored = self.dataset(dataset)
        version = stored.current or self.version(stored, dataset, run, writes=False)
        stored.current = version
        self.add(version, dataset)
        self.read.setdefault(run, {})[id(version)] = (stored, version)

    def store_output(self, dataset: Dataset, run: str) -> None:
        stored = self.dataset(dataset)
        version = self.version(stored, dataset, run, writes=True)
        version.run = run
        self.add(version, dataset)
        known = {
            (name, path)
            for read, of_read in self.read.get(run, {}).values()
            for name in self.all_names(read)
            for path in of_read.fields
        }
        lineage = facts.facet(dataset, "columnLineage").get("fields", {})
        for output_field in facts.names(dataset) & set(lineage):
            for source in lineage[output_field]["inputFields"]:
                if (facts.key(source), source["field"]) in known:
                    end = (facts.key(source), source["field"])
                    self.edges.add(("edge", facts.key(dataset), output_field, *end))

    def all_names(self, stored: Stored) -> list[str]:
        return [name for name, other in self.datasets.items() if other is stored]

    def make_current(self, run: str) -> None:
        for stored in set_of(self.datasets.values()):
            written = [v for v in stored.versions.values() if v.run == run]
            if written:
                stored.current = min(written, key=lambda v: (len(v.fields), len(v.facets)))

    def visible(self) -> set[Fact]:
        found: set[Fact] = {("run", run, state) for run, state in self.states.items()}
        found |= {self.normal(edge) for edge in self.edges}
        found |= {("symlink", stored.name, name) for name, stored in self.datasets.items()}
        for stored in set_of(self.datasets.values()):
            found |= {("dataset", stored.name), ("source", stored.name, stored.source)}
            if stored.current:
                found |= {("field", stored.name, name) for name in stored.current.fields}
                facets = {"namespace": "", "name": "", "facets": stored.current.facets}
                kept = {f for f in facts.described(facets) if f[0] in {"version", "owner"}}
                found |= {(kind, stored.name, *rest) for kind, _, *rest in kept}
        return found

    def normal(self, fact: Fact) -> Fact:
        """Each dataset by its first name."""
        if fact[0] == "symlink":
            return ("symlink", self.first_name(fact[1]), fact[2])
        return tuple(self.first_name(part) for part in fact)

    def first_name(self, name: str) -> str:
        return self.datasets[name].name if name in self.datasets else name

    def concerns(self, event: Event, fact: Fact) -> bool:  # noqa: ARG002
        """Marquez never replaces edges."""
        return False


def set_of(datasets: object) -> list[Stored]:
    """Each dataset once; several names may lead to one."""
    return list({id(d): d for d in datasets}.values())  # type: ignore[attr-defined]
