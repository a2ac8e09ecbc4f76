"""A model of DataHub's converter after its split into mappers (commit 0a3c2761 of its repository), by its rules and not by its code.

It differs from the converter before (datahub.py):

- A schema has the nested fields, so that their edges are drawn.
- The facet `hierarchy` of an input or output replaces the dataset's container, and `datasetType` its subtypes.
- The orchestrator of a parent is `unknown` if its producer is none that the converter knows; there is no error.
"""

from __future__ import annotations

import re

from tests.consumers import facts
from tests.consumers.datahub import DataHub
from tests.e2e.events import Event

KNOWN = re.compile(
    r"https?://github\.com/(?:openlineage/openlineage/(?:(?:blob|tree)/[^/]+/)?integration/(airflow|flink|spark|trino)/?$"
    r"|apache/(airflow)(?:/|$)|trinodb/(trino)(?:/|$))",
    re.IGNORECASE,
)


class SplitDataHub(DataHub):
    """What the model has stored."""

    def __init__(self, orchestrator: str = "") -> None:
        super().__init__("of the event")
        self.setting = orchestrator
        self.parents: set[str] = set()
        self.overwritten: dict[str, set[str]] = {"container": set(), "subTypes": set()}

    def take(self, event: Event) -> None:
        super().take(event)
        parent = event["run"].get("facets", {}).get("parent")
        if parent:
            self.parents.add(self.setting or of_producer(parent["_producer"]))
        for dataset in facts.datasets(event):
            urn = self.urn(dataset)
            nested = {path for field in facts.fields(dataset) for path in facts.nested(field)}
            self.schemas.setdefault(urn, set()).update(nested)
            if len(facts.facet(dataset, "hierarchy").get("hierarchy", [])) > 1:
                self.overwritten["container"].add(urn)
            if facts.facet(dataset, "datasetType"):
                self.overwritten["subTypes"].add(urn)


def of_producer(producer: str) -> str:
    """The orchestrator that the address of a producer names."""
    found = KNOWN.match(producer)
    return next(name for name in found.groups() if name).lower() if found else "unknown"
