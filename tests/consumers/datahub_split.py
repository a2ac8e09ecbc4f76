"""A model of DataHub's converter after its split into mappers (commit 0a3c2761 of its repository), by its rules and not by its code.

It differs from the converter before (datahub.py):

- A schema has the nested fields, so that their edges are drawn.
- Each event replaces whole aspects of its inputs and outputs, which DataHub's own connectors write, too. Each aspect is made of some facets.
- A run has failed if one of its events has the facet `extractionError` or `errorMessage`, whatever the state of the event is.
- The orchestrator of a parent is `unknown` if its producer is none that the converter knows; there is no error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.consumers import facts
from tests.consumers.datahub import FAILURE, DataHub
from tests.consumers.facts import Dataset, Fact
from tests.e2e.events import Event

KNOWN = re.compile(
    r"https?://github\.com/(?:openlineage/openlineage/(?:(?:blob|tree)/[^/]+/)?integration/(airflow|flink|spark|trino)/?$"
    r"|apache/(airflow)(?:/|$)|trinodb/(trino)(?:/|$))",
    re.IGNORECASE,
)
ASPECTS = {
    "container": ("hierarchy",),
    "subTypes": ("datasetType",),
    "datasetProperties": ("dataSource", "documentation", "catalog", "storage", "version"),
    "dataPlatformInstance": ("catalog", "dataSource"),
    "schemaMetadata": ("schema",),
    "siblings": ("symlinks",),
    "ownership": ("ownership",),
    "globalTags": ("tags",),
}


@dataclass(frozen=True)
class Settings:
    """DataHub's settings of these names, below `DATAHUB_OPENLINEAGE_`."""

    orchestrator: str = ""
    include_schema_metadata: bool = True
    use_patch: bool = False


class SplitDataHub(DataHub):
    """What the model has stored."""

    name = "DataHub (split)"

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__("of the event")
        self.settings = settings or Settings()
        self.parents: set[str] = set()
        self.owners: dict[str, set[str]] = {}
        self.nested: dict[str, set[str]] = {}
        self.overwritten: dict[str, set[str]] = {aspect: set() for aspect in ASPECTS}

    def take(self, event: Event) -> None:
        super().take(event)
        parent = event["run"].get("facets", {}).get("parent")
        if parent:
            self.parents.add(self.settings.orchestrator or of_producer(parent["_producer"]))
        for dataset in facts.datasets(event):
            urn = self.urn(dataset)
            for aspect in self.replaced(dataset):
                self.overwritten[aspect].add(urn)
            if owners := facts.facet(dataset, "ownership").get("owners"):
                self.owners[urn] = {owner["name"] for owner in owners}

    def result(self, event: Event) -> str:
        found = event["run"].get("facets", {})
        extraction = found.get("extractionError", {})
        failed = extraction.get("failedTasks") or extraction.get("errors")
        return FAILURE if failed or "errorMessage" in found else super().result(event)

    def store_schema(self, dataset: Dataset) -> None:
        if not self.settings.include_schema_metadata:
            return
        super().store_schema(dataset)
        urn, fields = self.urn(dataset), facts.fields(dataset)
        if fields:
            self.nested[urn] = {path for field in fields for path in facts.nested(field)}

    def replaced(self, dataset: Dataset) -> set[str]:
        """The aspects that an event with this input or output replaces."""
        present = {name for name in dataset.get("facets", {}) if facts.facet(dataset, name)}
        if len(facts.facet(dataset, "hierarchy").get("hierarchy", [])) < 2:
            present.discard("hierarchy")  # the last level is the dataset itself
        if self.urn(dataset) == facts.key(dataset):
            present.discard("symlinks")  # a sibling is another name than its own
        found = {aspect for aspect, names in ASPECTS.items() if not present.isdisjoint(names)}
        if not self.settings.include_schema_metadata:
            found.discard("schemaMetadata")
        # a patch adds the values of these two
        return found - {"siblings", "globalTags"} if self.settings.use_patch else found

    def visible(self) -> set[Fact]:
        found = {self.of_kind(fact) for fact in super().visible()}
        for urn, paths in self.nested.items():
            found |= {("nested field", urn, path) for path in paths}
        return found | {
            ("owner", urn, name) for urn, names in self.owners.items() for name in names
        }

    def of_kind(self, fact: Fact) -> Fact:
        """An edge with an end inside of a field is a nested one."""
        if fact[0] != "edge":
            return fact
        ends = ((fact[1], fact[2]), (fact[3], fact[4]))
        inside = any(field not in self.schemas.get(urn, set()) for urn, field in ends)
        return ("nested edge", *fact[1:]) if inside else fact

    def has_field(self, urn: str, field: str) -> bool:
        return super().has_field(urn, field) or field in self.nested.get(urn, set())


def of_producer(producer: str) -> str:
    """The orchestrator that the address of a producer names."""
    found = KNOWN.match(producer)
    return next(name for name in found.groups() if name).lower() if found else "unknown"
