"""What an event of a run says of a dataset, the next event of the run says, too, unless there is a listed reason.

Many consumers show the latest event: one that says less takes away.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.e2e.events import Event

Dataset = dict[str, Any]
KINDS = ("facets", "inputFacets", "outputFacets")
NOT_COMPLETED = ("FAIL", "ABORT")
NAMES = ("symlinks", "hierarchy")
COUNTED = ("inputStatistics", "outputStatistics", "icebergScanReport", "icebergCommitReport")


def problems(group: list[Event]) -> list[str]:
    """What an event of the run says and the next one does not."""
    return [
        f"{later['job']['name']}: {earlier['eventType']} says of {dataset['name']}, {later['eventType']} not: {lost}"
        for earlier, later in pairwise(group)
        for side in ("inputs", "outputs")
        for dataset in earlier.get(side, [])
        for lost in losses(dataset, of_name(later.get(side, []), dataset), later["eventType"])
    ]


def of_name(datasets: list[Dataset], wanted: Dataset) -> Dataset | None:
    names = (wanted["namespace"], wanted["name"])
    return next((d for d in datasets if (d["namespace"], d["name"]) == names), None)


def losses(before: Dataset, after: Dataset | None, event_type: str) -> list[str]:
    """The facets, fields and edges that are missing or different."""
    if after is None:
        return ["that it is there"]
    return [
        lost
        for kind in KINDS
        for name, facet in before.get(kind, {}).items()
        if not reason(name, before, event_type)
        for lost in lost_of_facet(name, facet, after.get(kind, {}).get(name))
    ]


def reason(facet: str, before: Dataset, event_type: str) -> str | None:
    """Why a facet may be missing or different."""
    if facet == "schema" and event_type in NOT_COMPLETED and change_of_state(before) == "ALTER":
        return "the run has failed, so that the columns are those before it"
    if facet in NAMES and event_type in NOT_COMPLETED and change_of_state(before) == "RENAME":
        return "the run has failed, so that the table has the name before it"
    if facet == "lifecycleStateChange" and event_type in NOT_COMPLETED:
        return "the run has failed, so that the change has not happened"
    if facet in COUNTED:
        return "later events have counted more"
    return None


def change_of_state(dataset: Dataset) -> str | None:
    change: str | None = (
        dataset.get("facets", {}).get("lifecycleStateChange", {}).get("lifecycleStateChange")
    )
    return change


def lost_of_facet(name: str, before: Any, after: Any) -> list[str]:  # noqa: ANN401 - JSON
    """A column lineage may get further columns and edges; any other facet stays as it is."""
    if before == after:
        return []
    if name != "columnLineage" or after is None:
        return [f"{name} {before}"]
    return [f"{name} {edge}" for edge in sorted(edges(before) - edges(after))]


def edges(facet: dict[str, Any]) -> set[tuple[str, ...]]:
    found = {(column, *source(s)) for column, sources in columns(facet) for s in sources}
    return found | {(column,) for column, _ in columns(facet)}


def columns(facet: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    named = [(name, column["inputFields"]) for name, column in facet["fields"].items()]
    return [*named, ("", facet.get("dataset", []))]


def source(field: dict[str, Any]) -> tuple[str, ...]:
    kinds = sorted(f"{t['type']}/{t['subtype']}" for t in field.get("transformations", []))
    return (field["namespace"], field["name"], field["field"], *kinds)
