"""`impact`, `check`, `diff` and `explain`, if one job has a struct as a whole and another one a part of it."""

from __future__ import annotations

import json
import tracemalloc
from typing import TYPE_CHECKING, Any

import samples
from headwater import QueryLineage
from headwater.analysis import LineageGraph, find_impact, find_node, summarize
from headwater.analysis.documents import explain_document
from headwater.cli import main
from headwater.diff import compare, snapshot_of
from headwater.events import read_events
from headwater.model import NestedColumns, build_lineage
from nested_samples import ADDRESS, CUSTOMERS, MART, MID, PAIR, WHO, WHOLE, copied, jobs
from samples import Table, parsed

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from headwater.model import Lineage

ADDRESS_TAG = {"tags": {"tags": [{"key": "pii", "field": "address"}]}}


def reached(events: list[dict[str, Any]], name: str, **options: Any) -> list[str]:
    found = LineageGraph(build_lineage(parsed(events)))
    impact = find_impact(found, find_node(found, name), **options)
    return sorted(found.label(each.node) for each in impact.reached)


def checked(tmp_path: Path, capsys: pytest.CaptureFixture[str], events: list[dict[str, Any]], rule: Any) -> list[str]:
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps({"rules": [rule]}), encoding="utf-8")
    main(["check", str(policy), str(samples.write(tmp_path / "events.jsonl", events)), "--json"])
    printed = capsys.readouterr()
    assert printed.err == ""
    return [each["violation"] for each in json.loads(printed.out)]


def no_flow(source: dict[str, str]) -> dict[str, Any]:
    return {"rule": "no-flow", "from": source, "to": {"tables": "mart.*"}}


def test_a_struct_reaches_what_is_made_of_its_parts() -> None:
    assert reached(copied(), "crm.customers.address") == ["mart.city.city", "mart.geo.lat", "mid.address"]


def test_a_part_that_is_copied_with_its_struct_is_followed_and_its_siblings_are_not() -> None:
    assert reached(copied(), "crm.customers.address.city") == ["mart.city.city", "mid.address.city"]
    assert reached(copied(), "crm.customers.address.geo") == ["mart.geo.lat", "mid.address.geo"]
    assert reached(copied(), "mart.city.city", downstream=False) == ["crm.customers.address.city", "mid.address.city"]
    assert reached(copied(), "mid.address", downstream=False) == ["crm.customers.address"]


def test_a_part_of_a_part_is_followed_through_copies_of_both() -> None:
    inner = Table("inner", ["geo", "geo.lat"], {"geo": [("crm.customers", "address.geo")]})
    events = jobs((CUSTOMERS, inner), (CUSTOMERS, MID))
    assert reached(events, "crm.customers.address.geo.lat") == ["inner.geo.lat", "mid.address.geo.lat"]
    assert reached(events, "crm.customers.address.city") == ["mid.address.city"]
    assert reached(events, "inner.geo.lat", downstream=False) == ["crm.customers.address.geo.lat"]


def test_a_part_is_in_all_of_what_is_made_of_its_struct() -> None:
    text = Table("mid", ["json"], {"json": [("crm.customers", "address")]})
    how = jobs((CUSTOMERS, text))
    field = how[0]["outputs"][0]["facets"]["columnLineage"]["fields"]["json"]["inputFields"][0]
    field["transformations"][0]["subtype"] = "TRANSFORMATION"
    assert reached(how, "crm.customers.address.city") == ["mid.json"]
    unseen = Table("mid", ["address"], MID.lineage)
    assert reached(jobs((CUSTOMERS, unseen)), "crm.customers.address.city") == ["mid.address"]


def test_the_parts_of_a_struct_have_their_own_sources() -> None:
    built = jobs((CUSTOMERS, PAIR), (PAIR, WHO), (PAIR, WHOLE))
    assert reached(built, "crm.customers.address") == ["built.pair", "built.pair.place", "whole.pair"]
    assert reached(built, "crm.customers.id") == ["built.pair", "built.pair.who", "who.x", "whole.pair"]
    assert reached(built, "who.x", downstream=False) == ["built.pair.who", "crm.customers.id"]
    assert reached(built, "whole.pair", downstream=False) == [
        "built.pair",
        "crm.customers.address.city",
        "crm.customers.id",
    ]


def test_a_part_with_a_constant_has_no_source() -> None:
    city = [("crm.customers", "address.city")]
    constant = Table("built", PAIR.columns, {"pair": city, "pair.who": [], "pair.place": city})
    assert reached(jobs((CUSTOMERS, constant), (PAIR, WHO)), "who.x", downstream=False) == ["built.pair.who"]


def test_a_struct_of_which_not_all_parts_are_told_is_followed_as_a_whole() -> None:
    lineage = {name: sources for name, sources in (PAIR.lineage or {}).items() if name != "pair.who"}
    built = jobs((CUSTOMERS, Table("built", PAIR.columns, lineage)), (PAIR, WHO))
    assert "who.x" in reached(built, "crm.customers.id")
    assert "crm.customers.id" in reached(built, "who.x", downstream=False)


def test_a_struct_that_is_reached_by_its_parts_is_followed_if_it_is_reached_as_a_whole_too() -> None:
    other = Table("built", PAIR.columns, {"pair": [("mid", "x")]})
    first = Table("mid", ["x"], {"x": [("crm.customers", "address.city")]})
    events = jobs((CUSTOMERS, PAIR), (CUSTOMERS, first), (first, other), (PAIR, WHO))
    assert "who.x" in reached(events, "crm.customers.address.city")


def test_no_flow_follows_structs_and_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = ["crm.customers.address reaches mart.city.city", "crm.customers.address reaches mart.geo.lat"]
    for pattern in ("crm.customers.address", "crm.customers.addr*"):
        assert checked(tmp_path, capsys, copied(), no_flow({"columns": pattern})) == whole
    part = no_flow({"columns": "crm.customers.address.city"})
    assert checked(tmp_path, capsys, copied(), part) == ["crm.customers.address.city reaches mart.city.city"]
    tagged = Table("crm.customers", CUSTOMERS.columns, facets=ADDRESS_TAG)
    assert checked(tmp_path, capsys, copied(tagged), no_flow({"tag": "pii"})) == whole
    one = Table("mart.city", ["city"], {"city": [("crm.customers", "address.city")]})
    assert checked(tmp_path, capsys, jobs((tagged, one)), no_flow({"tag": "pii"})) == [whole[0]]


def test_only_from_follows_structs_and_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def violations(sources: str) -> list[str]:
        rule = {"rule": "only-from", "columns": "mart.*", "sources": sources}
        return checked(tmp_path, capsys, copied(), rule)

    assert violations("crm.customers.address") == []
    assert violations("crm.customers.address.city") == ["mart.geo.lat comes from crm.customers.address.geo.lat"]


def test_a_change_lists_what_reads_a_part() -> None:
    def lineage(source: str) -> Lineage:
        mid = Table("mid", ADDRESS, {"address": [("crm.customers", source)]})
        return build_lineage(parsed(jobs((CUSTOMERS, mid), (mid, MART))))

    base, head = (snapshot_of(lineage(source)) for source in ("address", "id"))
    for change in compare(base, head).changes:
        assert (change.what, change.column, change.reaches) == ("source", "address", (("s3://lake mart.city", "city"),))


def test_a_change_follows_datasets_that_get_one_name(tmp_path: Path) -> None:
    old = [{**each, "job": {**each["job"], "namespace": "old"}} for each in jobs((CUSTOMERS, MID))]
    text = samples.write(tmp_path / "e.jsonl", [*old, *jobs((MID, MART))]).read_text(encoding="utf-8")
    first, rest = text.split("\n", 1)
    (tmp_path / "e.jsonl").write_text(first.replace('"mid"', '"mid_7"') + "\n" + rest, encoding="utf-8")
    snapshot = snapshot_of(
        build_lineage(read_events([tmp_path / "e.jsonl"]).events), lambda name: name.replace("_7", "")
    )
    empty = snapshot_of(build_lineage([]))
    reaches = {change.dataset: change.reaches for change in compare(snapshot, empty).changes}
    assert ("s3://lake mart.city", "city") in reaches["s3://lake crm.customers"]


def test_what_is_known_of_a_struct_is_told_of_its_parts() -> None:
    tagged = Table("crm.customers", CUSTOMERS.columns, facets=ADDRESS_TAG)
    found = LineageGraph(build_lineage(parsed(copied(tagged))))
    city = explain_document(found, find_node(found, "crm.customers.address.city"))
    assert (city["tags"], [step["target"]["column"] for step in city["used_by"]]) == (["pii"], ["address.city"])
    assert explain_document(found, find_node(found, "crm.customers"))["tags"] == []


def test_a_part_of_a_column_of_a_query_has_the_sources_of_the_whole() -> None:
    (copy,) = jobs((CUSTOMERS, MID))
    found = QueryLineage.of_event(copy)
    sources = {each.name: [str(source) for source in each.sources] for each in found.columns}
    assert sources == {name: [f"crm.customers.{name}"] for name in ADDRESS}
    (built,) = jobs((CUSTOMERS, PAIR))
    pair = QueryLineage.of_event(built)
    assert [str(source) for source in pair.column("pair.who").sources] == ["crm.customers.id"]
    fields = copy["outputs"][0]["facets"]["columnLineage"]["fields"]
    fields["address"] = {"inputFields": [], "transformationDescription": "local"}
    assert QueryLineage.of_event(copy).column("address.geo.lat").certainty == "local"


def test_a_part_of_a_copied_struct_is_counted_with_its_source() -> None:
    counts = {each["dataset"]: each["with_source"] for each in summarize(build_lineage(parsed(copied())))["by_dataset"]}
    assert counts == {"crm.customers": 0, "mid": 4, "mart.city": 1, "mart.geo": 1}


def test_a_name_with_very_many_dots_takes_little_memory() -> None:
    name = "a." * 10_000 + "b"
    tracemalloc.start()
    columns = NestedColumns(["a", name, "x.y", "x"])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000
    assert [list(columns.parents(at)) for at in range(4)] == [[], [], [3], []]
