"""One dataset that a run wrote, in a form for assertions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.e2e.events import Event


@dataclass(frozen=True)
class Written:
    """An output of a COMPLETE event."""

    event: Event
    output: dict[str, Any]

    @property
    def id(self) -> tuple[str, str]:
        return self.output["namespace"], self.output["name"]

    @property
    def lifecycle(self) -> str | None:
        facet = self.output["facets"].get("lifecycleStateChange")
        return None if facet is None else str(facet["lifecycleStateChange"])

    @property
    def inputs(self) -> set[tuple[str, str]]:
        return {(i["namespace"], i["name"]) for i in self.event["inputs"]}

    @property
    def rows_read(self) -> dict[str, int | None]:
        """The number of rows by input name; None if it is unknown."""
        return {
            i["name"]: i.get("inputFacets", {}).get("inputStatistics", {}).get("rowCount")
            for i in self.event["inputs"]
        }

    @property
    def rows_written(self) -> int | None:
        count = self.output.get("outputFacets", {}).get("outputStatistics", {}).get("rowCount")
        return None if count is None else int(count)

    @property
    def columns(self) -> dict[str, set[str]]:
        """The inputs of each column as `table.column SUBTYPE`."""
        facet = self.output["facets"].get("columnLineage", {"fields": {}})
        return {
            name: {edge for one in column["inputFields"] for edge in edges(one)}
            for name, column in facet["fields"].items()
        }

    @property
    def rows(self) -> set[str]:
        """The columns that determine which rows are written."""
        facet = self.output["facets"].get("columnLineage", {})
        return {edge for one in facet.get("dataset", []) for edge in edges(one)}


def edges(one: dict[str, Any]) -> list[str]:
    return [f"{one['name']}.{one['field']} {t['subtype']}" for t in one["transformations"]]
