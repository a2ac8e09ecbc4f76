"""The rule that an event says again what the one before it said."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.e2e import run_consistency

EDGE = {"namespace": "file", "name": "/in", "field": "a", "transformations": []}
OUTPUT: dict[str, Any] = {
    "namespace": "file",
    "name": "/out",
    "facets": {
        "schema": {"fields": [{"name": "a"}]},
        "columnLineage": {"fields": {"a": {"inputFields": [EDGE]}}, "dataset": [EDGE]},
        "lifecycleStateChange": {"lifecycleStateChange": "CREATE"},
    },
    "outputFacets": {"outputStatistics": {"rowCount": 1}},
}


def lost(event_type: str, *gone: str) -> list[str]:
    """What is lost if this facet or part of a facet is gone from the last event."""
    before = {"eventType": "START", "outputs": [OUTPUT]}
    after: dict[str, Any] = {
        "eventType": event_type,
        "job": {"name": "j"},
        "outputs": [deepcopy(OUTPUT)],
    }
    holder = after["outputs"][0] if gone else after
    for key in gone[:-1]:
        holder = holder[key]
    holder.pop(gone[-1] if gone else "outputs")
    return [problem.partition("not: ")[2] for problem in run_consistency.problems([before, after])]


def test_a_dataset_a_facet_a_field_and_an_edge_must_stay() -> None:
    columns = ("facets", "columnLineage")
    assert lost("COMPLETE") == ["that it is there"]
    assert len(lost("COMPLETE", *columns)) == 1
    assert len(lost("COMPLETE", "facets", "schema", "fields")) == 1
    assert len(lost("COMPLETE", *columns, "fields", "a")) == 2
    assert lost("COMPLETE", *columns, "dataset") == ["columnLineage ('', 'file', '/in', 'a')"]


def test_a_change_that_did_not_happen_and_counts_may_go() -> None:
    change = ("facets", "lifecycleStateChange")
    assert len(lost("COMPLETE", *change)) == 1
    assert lost("FAIL", *change) == []
    assert lost("COMPLETE", "outputFacets", "outputStatistics") == []
