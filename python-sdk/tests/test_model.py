from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import samples
from headwater.model import WHOLE_DATASET, Gap, Lineage, build_lineage
from headwater.model._names import Names
from headwater.viewer import render_page
from samples import CLEAN, RAW_ORDERS, REPORT, Json, Table, event, parsed, shop

if TYPE_CHECKING:
    import pytest


def edges_of(lineage: Lineage) -> set[str]:
    def end(dataset: int, column: int) -> str:
        found = lineage.datasets[dataset]
        return f"{found.label}." + ("*" if column == WHOLE_DATASET else found.columns[column].name)

    return {
        f"{end(edge.source, edge.source_column)} -> {end(edge.target, edge.target_column)} in "
        + lineage.jobs[edge.job].name
        for edge in lineage.edges
    }


def test_columns_are_joined_through_the_jobs() -> None:
    assert edges_of(build_lineage(parsed(shop()))) == {
        "raw/orders.id -> clean/orders.order_id in etl.clean",
        "raw/users.country -> clean/orders.country in etl.clean",
        "raw/orders.amount -> clean/orders.amount in etl.clean",
        "raw/orders.status -> clean/orders.* in etl.clean",
        "clean/orders.country -> gold/report.country in etl.report",
        "clean/orders.amount -> gold/report.total in etl.report",
    }


def test_the_runs_of_a_job_are_one_job_the_latest_first() -> None:
    job = next(job for job in build_lineage(parsed(shop())).jobs if job.name == "etl.report")
    assert [run.id for run in job.runs] == ["second", "first"]
    assert job.runs[0].ended is not None
    assert job.runs[0].ended - job.runs[0].started == 2000


def test_a_failed_run_keeps_its_error_and_does_not_replace_lineage() -> None:
    failure = {"spark.exception": {"message": "boom", "stackTrace": "at x"}}
    wrong = Table("gold/report", ["country"], {"country": [("raw/orders", "status")]})
    events = [
        *shop(),
        event("START", "etl.report", second=20, run="third", inputs=[RAW_ORDERS], outputs=[wrong]),
        event("FAIL", "etl.report", second=21, run="third", inputs=[RAW_ORDERS], outputs=[wrong], run_facets=failure),
        event("COMPLETE", "etl.report", second=22, run="third", outputs=[wrong]),
    ]
    lineage = build_lineage(parsed(events))
    job = next(job for job in lineage.jobs if job.name == "etl.report")
    assert (job.runs[0].status, job.runs[0].error, job.runs[0].stack) == ("FAIL", "boom", "at x")
    assert "raw/orders.status -> gold/report.country in etl.report" not in edges_of(lineage)


def test_the_latest_completed_run_defines_the_lineage_of_a_dataset() -> None:
    changed = Table("gold/report", ["country", "total"], {"country": [("clean/orders", "order_id")]})
    events = [*shop(), event("COMPLETE", "etl.report", second=30, run="third", inputs=[CLEAN], outputs=[changed])]
    found = {edge for edge in edges_of(build_lineage(parsed(events))) if "gold/report" in edge}
    assert found == {"clean/orders.order_id -> gold/report.country in etl.report"}


def test_one_job_s_outputs_each_keep_their_own_latest_run() -> None:
    one, other = (
        Table("out/one", ["a"], {"a": [("raw/orders", "id")]}),
        Table("out/two", ["a"], {"a": [("raw/orders", "id")]}),
    )
    events = [
        event("COMPLETE", "etl.save", second=1, run="1", inputs=[RAW_ORDERS], outputs=[one]),
        event("COMPLETE", "etl.save", second=2, run="2", inputs=[RAW_ORDERS], outputs=[other]),
    ]
    (job,) = build_lineage(parsed(events)).jobs
    assert len(job.outputs) == 2


def test_a_dataset_read_by_one_name_and_written_by_another_is_one() -> None:
    path = Table(
        "wh/report",
        ["a"],
        {},
        facets={"symlinks": {"identifiers": [{"namespace": "s3://lake", "name": "db.report", "type": "TABLE"}]}},
    )
    events = [
        event("COMPLETE", "etl.write", second=1, inputs=[RAW_ORDERS], outputs=[path]),
        event("COMPLETE", "etl.read", second=2, inputs=[Table("db.report", ["a"])], outputs=[REPORT]),
    ]
    lineage = build_lineage(parsed(events))
    report = next(dataset for dataset in lineage.datasets if dataset.name == "wh/report")
    assert (report.label, report.aliases) == ("db.report", ("s3://lake db.report",))
    assert len(lineage.datasets) == 4


def alike(count: int) -> list[Json]:
    """Datasets of which each has two symlinks: to the next dataset, and a table of its own."""

    def identifiers(number: int) -> Json:
        table = {"namespace": "hive", "name": f"t{number}", "type": "TABLE"}
        following = {"namespace": "s3://lake", "name": f"p{number + 1 - (number + 1) % 4}", "type": "TABLE"}
        return {"symlinks": {"identifiers": [table, following]}}

    return [
        event("COMPLETE", "job", second=n, run=str(n), outputs=[Table(f"p{n}", ["a"], facets=identifiers(n))])
        for n in range(count)
    ]


def test_the_work_for_symlinks_grows_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    find_main = Names.main

    def counted(names: Names, key: tuple[str, str]) -> tuple[str, str]:
        nonlocal calls
        calls += 1
        return find_main(names, key)

    monkeypatch.setattr(Names, "main", counted)
    counts = []
    for size in (500, 1000):
        calls = 0
        lineage = build_lineage(parsed(alike(size)))
        assert len(lineage.datasets) < size
        counts.append(calls)
    assert counts[1] < 2.1 * counts[0]


def test_twenty_thousand_datasets_with_symlinks_are_no_hang() -> None:
    """A guard against hanging; the goal is 5 s, and it once took more than 100 s."""
    events = parsed(alike(20_000))
    begin = time.process_time()
    lineage = build_lineage(events)
    used = time.process_time() - begin
    print(f"{len(events)} datasets with symlinks in {used:.1f} s of CPU")
    assert sum(len(dataset.aliases) for dataset in lineage.datasets) > 20_000
    assert used < 60


def test_labels_are_unique() -> None:
    events = [event("COMPLETE", "j", second=1, inputs=[Table("/a/x/t", []), Table("/b/x/t", []), Table("/c/y", [])])]
    assert [dataset.label for dataset in build_lineage(parsed(events)).datasets] == ["/a/x/t", "/b/x/t", "c/y"]


def test_nested_columns_have_their_path_and_lineage_may_name_unknown_ones() -> None:
    nested = {"schema": {"fields": [{"name": "who", "type": "struct", "fields": [{"name": "city", "type": "string"}]}]}}
    out = Table("o", [], {"who.city": [("i", "town")]}, facets=nested)
    lineage = build_lineage(parsed([event("COMPLETE", "j", second=1, outputs=[out])]))
    assert [column.name for column in lineage.datasets[0].columns] == ["who", "who.city"]
    assert edges_of(lineage) == {"i.town -> o.who.city in j"}
    assert lineage.jobs[0].inputs == (1,)


def test_older_events_describe_a_transformation_once_per_field() -> None:
    facet = {
        "fields": {
            "a": {"inputFields": [{"namespace": "n", "name": "i", "field": "a"}], "transformationType": "MASKED"}
        }
    }
    out = Table("o", ["a"], facets={"columnLineage": facet})
    (how,) = build_lineage(parsed([event("COMPLETE", "j", second=1, outputs=[out])])).transformations
    assert (how.type, how.subtype, how.masking) == ("DIRECT", "MASKED", True)


def test_a_run_shows_its_lineage_coverage() -> None:
    gap = {"node": "/data/Orders (2024)", "stage": "sources", "reason": "no rule", "count": 2}
    facets = {"headwater_coverage": {"columns": {"exact": 9, "opaque": 1}, "gaps": [gap]}}
    (job,) = build_lineage(parsed([event("COMPLETE", "j", second=1, run_facets=facets)])).jobs
    assert job.runs[0].facts == (("Columns", "9 exact · 1 opaque"),)
    assert job.gaps == (Gap("/data/Orders (2024)", "sources", "no rule"),)
    assert str(job.gaps[0]) == "/data/Orders (2024) (sources): no rule"


def test_a_view_is_between_its_tables_and_its_consumers() -> None:
    lineage = build_lineage(parsed([samples.reader()]))
    assert edges_of(lineage) == {
        "raw/orders.amount -> gold/sums.total in etl.sums",
        "db.large.amount -> gold/sums.total in etl.sums",
        "db.large.never_null -> gold/sums.* in etl.sums",
        "db.paid.amount -> db.large.amount in definition of db.large",
        "raw/orders.amount -> db.paid.amount in definition of db.paid",
        "raw/orders.status -> db.paid.* in definition of db.paid",
    }
    labels = [dataset.label for dataset in lineage.datasets]
    assert [labels[each] for each in lineage.jobs[0].inputs] == ["raw/orders", "db.large"]
    large = lineage.datasets[labels.index("db.large")]
    assert [column.name for column in large.columns] == ["amount", "never_null"]


def test_what_a_stream_wrote_is_what_its_last_counts_say() -> None:
    counted = replace(samples.CLEAN, facets={"outputStatistics": {"rowCount": 5}})
    events = [
        event("START", "s", second=0, outputs=[samples.CLEAN]),
        event("RUNNING", "s", second=1, outputs=[counted]),
    ]
    lineage = build_lineage(parsed([*events, event("COMPLETE", "s", second=2, outputs=[samples.CLEAN])]))
    assert [written.rows for written in lineage.jobs[0].runs[0].written] == [5]


def test_of_two_definitions_of_a_view_the_later_counts() -> None:
    later = json.loads(json.dumps(samples.reader()).replace("raw/orders", "raw/payments"))
    later["eventTime"] = "2026-05-02T10:00:00Z"
    later["run"]["runId"] = "another day"
    edges = edges_of(build_lineage(parsed([samples.reader(), later])))
    assert "raw/payments.amount -> db.paid.amount in definition of db.paid" in edges
    assert not any(edge.startswith("raw/orders") and "definition" in edge for edge in edges)


def test_the_definition_of_a_view_that_a_job_creates_is_that_of_the_job() -> None:
    view = Table("db.large", ["amount"], {"amount": [("db.paid", "amount")]})
    lineage = build_lineage(parsed([event("COMPLETE", "create", second=1, outputs=[view]), samples.reader()]))
    assert {job.name for job in lineage.jobs} == {"create", "etl.sums", "definition of db.paid"}
    assert "db.paid.amount -> db.large.amount in create" in edges_of(lineage)


def test_a_job_that_writes_nothing_consumes_the_views_that_it_names() -> None:
    made = samples.reader()
    made["outputs"] = []
    for view in made["run"]["facets"]["headwater_views"]["views"]:
        if "usedBy" in view:
            view["usedBy"] = []
    lineage = build_lineage(parsed([made]))
    labels = [dataset.label for dataset in lineage.datasets]
    assert [labels[each] for each in lineage.jobs[0].inputs] == ["raw/orders", "db.large"]


def test_malformed_facets_are_accepted() -> None:
    odd = {
        "headwater_views": {"views": [3, {"usedBy": [1, {}], "columns": 2, "definition": {"fields": {"a": 1}}}]},
        "headwater_coverage": {"columns": 3, "gaps": "x"},
        "schema": {"fields": "x"},
        "columnLineage": {"fields": {"a": 1, "b": {"inputFields": [1, {}]}}, "dataset": 3},
        "symlinks": {"identifiers": [7]},
        "ownership": {"owners": {}},
        "catalog": {"name": ["x"]},
        "note": "text",
    }
    lineage = build_lineage(
        parsed([event("COMPLETE", "j", second=1, outputs=[Table("o", [], facets=odd)], run_facets=odd)])
    )
    assert lineage.datasets[0].name == "o"


def test_a_page_holds_its_data_safely_and_names_no_other_place() -> None:
    page = render_page(build_lineage(parsed(shop())), title="<b>@data@</b>")
    assert "<title>&lt;b&gt;@data@&lt;/b&gt; · Headwater</title>" in page
    assert page.count("<script") == page.count("</script") == 2
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert data["jobs"][0]["sql"] == "select 1 -- </script><script>alert(1)</script>"
    addresses = set(re.findall(r"https?://[^\s'\"<)]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "default-src &#x27;none&#x27;" in page


def test_many_runs_make_a_page_of_modest_size() -> None:
    lineage = build_lineage(parsed(samples.many(datasets=200, columns=30, runs=2000)))
    assert (len(lineage.datasets), len(lineage.jobs), sum(len(job.runs) for job in lineage.jobs)) == (200, 190, 2000)
    assert len(render_page(lineage)) < 2_000_000
