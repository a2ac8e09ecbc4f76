"""What is known of a dataset: from runs that wrote it and from dataset events, the latest of them first."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from event_windows import window
from headwater.events import event_of
from headwater.model import build_lineage
from samples import Json, Table, event

if TYPE_CHECKING:
    from headwater.model import Dataset


def table(version: str = "", change: str = "", text: str = "") -> Table:
    facets: Json = {
        "version": {"datasetVersion": version} if version else None,
        "lifecycleStateChange": {"lifecycleStateChange": change} if change else None,
        "documentation": {"description": text} if text else None,
    }
    return Table("t", ["a"], facets={name: facet for name, facet in facets.items() if facet})


def dataset(*events: Json) -> Dataset:
    (found,) = (each for each in build_lineage(map(event_of, events)).datasets if each.name == "t")
    return found


VERSION: Json = {"datasetVersion": "1"}
WRITTEN = event("COMPLETE", "write", second=1, outputs=[table("57", "OVERWRITE", "what it is")])
DROP = [event("START", "drop", second=2, outputs=[table("58", "DROP", "gone")]), event("FAIL", "drop", second=3)]


def test_a_failed_run_changes_no_fact() -> None:
    assert dataset(WRITTEN, *DROP).facts == dataset(WRITTEN).facts
    assert dict(dataset(WRITTEN, *DROP).facts)["Last change"] == "OVERWRITE"


def test_a_failed_run_tells_what_nothing_else_tells_but_no_change() -> None:
    facts = dict(dataset(*DROP).facts)
    assert facts["Description"] == "gone"
    assert "Last change" not in facts


def test_a_run_that_has_completed_changes_the_facts() -> None:
    facts = dict(dataset(WRITTEN, DROP[0], event("COMPLETE", "drop", second=3)).facts)
    assert (facts["Last change"], facts["Version"], facts["Description"]) == ("DROP", "58", "gone")


def test_the_version_is_that_of_the_last_write() -> None:
    audit = event("COMPLETE", "audit", second=5, inputs=[table("3", text="as it was")])
    assert dict(dataset(WRITTEN, audit).facts)["Version"] == "57"
    assert dict(dataset(audit).facts)["Version"] == "3"


def test_the_version_of_a_table_that_no_run_has_written_is_that_of_the_last_read() -> None:
    reads = [event("COMPLETE", "audit", second=n, run=f"r{n}", inputs=[table(str(n))]) for n in (3, 4)]
    assert dict(dataset(*reads).facts)["Version"] == "4"


def of_catalog(second: int, **facets: Json) -> Json:
    raw = event("OTHER", "any", second=second)
    return {"eventTime": raw["eventTime"], "dataset": {"namespace": "s3://lake", "name": "t", "facets": facets}}


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_a_dataset_event_takes_nothing_back_that_a_run_has_written_since(order: tuple[int, ...]) -> None:
    events = [
        of_catalog(0, schema={"fields": [{"name": "old"}]}, documentation={"description": "old"}, version=VERSION),
        WRITTEN,
        of_catalog(2, ownership={"owners": [{"name": "ann"}]}),
        of_catalog(3, ownership={"owners": [{"name": "bob"}]}),
    ]
    kept = window(event_of(events[at]) for at in order).events()
    (found,) = build_lineage(kept).datasets
    assert found == dataset(*events)
    assert ([column.name for column in found.columns], found.owners) == (["a"], ("bob",))
    assert len(kept) == 3


def test_many_dataset_events_are_as_few_as_their_facets() -> None:
    raws = [of_catalog(n, version={"datasetVersion": str(n)}, **{f"acme_{n % 3}": {"n": n}}) for n in range(300)]
    raws.append(of_catalog(400))
    kept = window(map(event_of, raws)).events()
    assert len(kept) == 3
    (found,) = build_lineage(kept).datasets
    assert (found.facets, dict(found.facts)) == (dataset(*raws).facets, dict(dataset(*raws).facts))


def test_a_dataset_of_an_event_without_facets_is_kept() -> None:
    (kept,) = window(event_of(of_catalog(n)) for n in range(3)).events()
    assert kept == event_of(of_catalog(2))


def test_a_deleted_facet_is_no_fact_any_more() -> None:
    deleted = Table("t", [], facets={"documentation": {"_deleted": True}, "acme_tier": {"_deleted": True}})
    tiered = Table("t", ["a"], facets={"documentation": {"description": "old"}, "acme_tier": {"name": "gold"}})
    events = [
        event("COMPLETE", "write", second=1, outputs=[tiered]),
        event("COMPLETE", "tidy", second=2, outputs=[deleted]),
    ]
    assert "old" in str(dataset(events[0]).facts)
    found = dataset(*events)
    assert "old" not in str(found.facts)
    assert not found.facets
    assert [column.name for column in found.columns] == ["a"]
