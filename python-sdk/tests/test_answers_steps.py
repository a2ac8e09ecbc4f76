"""What answers make of several steps that write one table, and of columns without sources."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

import samples
from headwater.analysis import LineageGraph, find_impact, find_node
from headwater.analysis.graph import time_text
from headwater.analysis.lists import stale_tables
from headwater.cli import main
from headwater.events import read_events
from headwater.model import build_lineage
from samples import RAW_ORDERS, RAW_USERS, Table, event

if TYPE_CHECKING:
    from pathlib import Path


def graph(file: str | Path) -> LineageGraph:
    return LineageGraph(build_lineage(read_events([file]).events))


def change(kind: str) -> dict[str, Any]:
    return {"lifecycleStateChange": {"lifecycleStateChange": kind}}


def test_all_steps_of_a_program_that_write_a_table_are_its_lineage(tmp_path: Path) -> None:
    def step(second: int, run: str, column: str, kind: str, application: str) -> dict[str, Any]:
        output = Table("out", ["c"], {"c": [("raw/orders", column)]}, facets=change(kind))
        parent = {"parent": {"run": {"runId": application}, "job": {"namespace": "shop", "name": "app"}}}
        inputs = [RAW_ORDERS]
        return event("COMPLETE", "write", second=second, run=run, inputs=inputs, outputs=[output], run_facets=parent)

    def sources(*steps: dict[str, Any]) -> list[str]:
        found = graph(samples.write(tmp_path / "steps.jsonl", list(steps)))
        impact = find_impact(found, find_node(found, "out.c"), downstream=False)
        return sorted(found.label(each.node).rpartition(".")[2] for each in impact.reached)

    first, second = step(1, "1", "id", "OVERWRITE", "a"), step(2, "2", "amount", "", "a")
    assert sources(first, second) == ["amount", "id"]
    assert sources(first, second, step(3, "3", "status", "", "a")) == ["amount", "id", "status"]
    assert sources(first, second, step(3, "3", "status", "OVERWRITE", "a")) == ["status"]
    assert sources(first, second, step(3, "3", "status", "", "b")) == ["status"]
    failed = {**step(3, "3", "status", "OVERWRITE", "a"), "eventType": "FAIL"}
    assert sources(first, second, failed) == ["amount", "id"]


def test_the_steps_of_another_run_of_a_stream_are_not_its_lineage(tmp_path: Path) -> None:
    def batch(second: int, stream: str, column: str) -> dict[str, Any]:
        job = {"namespace": "shop", "name": "app"}
        parent = {"run": {"runId": "app"}, "job": job}
        of = {"batchId": second, "run": {"runId": stream}, "job": job | {"name": "app.write_to_stream.out"}}
        output = Table("out", ["c"], {"c": [("raw/orders", column)]}, facets=change(""))
        facets = {"parent": parent, "headwater_batch": of}
        inputs, run = [RAW_ORDERS], str(second)
        return event("COMPLETE", "write", second=second, run=run, inputs=inputs, outputs=[output], run_facets=facets)

    def sources(*batches: dict[str, Any]) -> list[str]:
        found = graph(samples.write(tmp_path / "batches.jsonl", list(batches)))
        impact = find_impact(found, find_node(found, "out.c"), downstream=False)
        return sorted(found.label(each.node).rpartition(".")[2] for each in impact.reached)

    assert sources(batch(1, "s", "id"), batch(2, "s", "amount")) == ["amount", "id"]
    assert sources(batch(1, "s", "id"), batch(2, "restarted", "amount")) == ["amount"]


def test_a_table_of_which_no_column_is_used_is_followed_in_both_directions(tmp_path: Path) -> None:
    crossed = Table("crossed", ["id"], {"id": [("raw/orders", "id")]})
    inputs = [RAW_ORDERS, RAW_USERS]
    file = samples.write(
        tmp_path / "cross.jsonl", [event("COMPLETE", "cross", second=1, inputs=inputs, outputs=[crossed])]
    )
    found = graph(file)
    down = find_impact(found, find_node(found, "raw/users"))
    up = find_impact(found, find_node(found, "crossed.id"), downstream=False)
    assert [found.label(each.node) for each in down.reached] == ["crossed"]
    assert sorted(found.label(each.node) for each in up.reached) == ["raw/orders.id", "raw/users"]


def test_a_column_without_sources_does_not_hide_where_others_come_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counted = Table("counted", ["n"], {"n": []})
    events = [
        event("COMPLETE", "count", second=1, inputs=[RAW_USERS], outputs=[counted]),
        event(
            "COMPLETE", "copy", second=2, inputs=[counted], outputs=[Table("copy", ["n"], {"n": [("counted", "n")]})]
        ),
    ]
    file = str(samples.write(tmp_path / "count.jsonl", events))
    found = graph(file)
    assert find_impact(found, find_node(found, "raw/users.email")).reached == ()
    assert main(["unused", file]) == 0
    assert "email" in capsys.readouterr().out
    unknown = [event("COMPLETE", "count", second=1, inputs=[RAW_USERS], outputs=[Table("counted", ["n"])])]
    found = graph(samples.write(tmp_path / "unknown.jsonl", unknown))
    assert [found.label(each.node) for each in find_impact(found, find_node(found, "raw/users.email")).reached] == [
        "counted"
    ]


def test_a_failed_run_does_not_change_the_schema_of_a_table(tmp_path: Path) -> None:
    def run(second: int, kind: str, *columns: str) -> dict[str, Any]:
        return event(kind, "write", second=second, run=str(second // 10), outputs=[Table("t", list(columns))])

    def columns(*events: dict[str, Any]) -> list[str]:
        (dataset,) = graph(samples.write(tmp_path / "runs.jsonl", list(events))).lineage.datasets
        return [column.name for column in dataset.columns]

    good = run(1, "COMPLETE", "a", "b")
    assert columns(good, run(11, "START", "a", "x"), run(12, "FAIL", "a", "x")) == ["a", "b"]
    assert columns(good, run(11, "COMPLETE", "a", "x"), run(12, "ABORT", "a", "x")) == ["a", "b"]
    assert columns(good, run(11, "COMPLETE", "a", "x")) == ["a", "x"]
    assert columns(run(12, "FAIL", "a", "x")) == ["a", "x"]


def test_a_drop_is_no_write(tmp_path: Path) -> None:
    table, dropped = Table("t", ["a"]), Table("t", ["a"], facets=change("DROP"))
    found = graph(
        samples.write(
            tmp_path / "drop.jsonl",
            [
                event("COMPLETE", "load", second=1, outputs=[table]),
                event("COMPLETE", "mart", second=10, inputs=[table], outputs=[Table("m", ["a"])]),
                event("COMPLETE", "drop", second=20, outputs=[dropped]),
            ],
        )
    )
    assert list(stale_tables(found, now=0, days=None)) == []
    written = found.last_written(find_node(found, "t")[0])
    assert time_text(written) == "2026-05-01T10:00:01Z"
    assert [len(run.written) for job in found.lineage.jobs for run in job.runs] == [1, 1, 0]


@pytest.mark.parametrize(
    ("kind", "stale"),
    [
        ({}, "v"),
        ({"datasetType": "TABLE"}, "v"),
        ({"datasetType": "VIEW", "subType": "MATERIALIZED"}, "v"),
        ({"datasetType": "VIEW"}, "mart"),
        ({"datasetType": "VIEW", "subType": "TEMPORARY"}, "mart"),
    ],
)
def test_a_view_is_not_stale_but_what_was_made_from_it_is(tmp_path: Path, kind: dict[str, Any], stale: str) -> None:
    base, mart = Table("base", ["a"]), Table("mart", ["a"])
    view = Table("v", ["a"], facets={"datasetType": kind})
    events = [
        event("COMPLETE", "make", second=1, run="1", outputs=[base]),
        event("COMPLETE", "create view", second=2, inputs=[base], outputs=[view]),
        event("COMPLETE", "copy", second=3, inputs=[view], outputs=[mart]),
        event("COMPLETE", "make", second=9, run="2", outputs=[base]),
    ]
    found = graph(samples.write(tmp_path / "view.jsonl", events))
    rows = list(stale_tables(found, now=0, days=None))
    assert [(row["table"], row["reason"]) for row in rows] == [(stale, "written after it: base")]
    del events[2]
    found = graph(samples.write(tmp_path / "view.jsonl", events))
    assert [row["table"] for row in stale_tables(found, now=0, days=None)] == [name for name in "v" if name == stale]


@pytest.mark.parametrize("downstream", [True, False])
def test_paths_share_their_steps(tmp_path: Path, *, downstream: bool) -> None:
    """Else the memory of a long chain grows with the square of its length."""
    names = [f"t{number}" for number in range(6)]
    events = [
        event("COMPLETE", f"to {target}", second=n, inputs=[Table(source, ["a"])], outputs=[of_source(source, target)])
        for n, (source, target) in enumerate(pairwise(names))
    ]
    found = graph(samples.write(tmp_path / "chain.jsonl", events))
    start, *others = names if downstream else names[::-1]
    impact = find_impact(found, find_node(found, f"{start}.a"), downstream=downstream)
    assert [found.label(each.node) for each in impact.reached] == [f"{name}.a" for name in others]
    assert [each.before for each in impact.reached] == [None, *impact.reached[:-1]]
    last = impact.reached[-1]
    path = [found.label(last.steps[0].source), *(found.label(step.target) for step in last.steps)]
    assert (path, last.distance) == ([f"{name}.a" for name in names], 5)


def of_source(source: str, name: str) -> Table:
    return Table(name, ["a"], {"a": [(source, "a")]})
