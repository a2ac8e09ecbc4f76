"""The runs of a job are one job, but what one run reads does not flow into what another run writes."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import samples
from headwater.analysis import LineageGraph, find_impact, find_node
from headwater.analysis.lists import stale_tables, unused
from headwater.cli import main
from headwater.diff import compare, snapshot_of
from headwater.model import Flow, build_lineage
from headwater.planning.runs import as_own_run
from samples import Json, Table, event, parsed

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def run(number: int, inputs: list[str], outputs: list[str], application: str = "") -> Json:
    """A run of one job, without column lineage."""
    parent = {"parent": {"run": {"runId": application}, "job": {"namespace": "shop", "name": "app"}}}
    tables = [[Table(name, ["a"]) for name in names] for names in (inputs, outputs)]
    facets = parent if application else None
    return event(
        "COMPLETE", "etl", second=number, run=f"r{number}", inputs=tables[0], outputs=tables[1], run_facets=facets
    )


def reached(events: list[Json], start: str, *, downstream: bool = True) -> set[str]:
    found = LineageGraph(build_lineage(parsed(events)))
    impact = find_impact(found, find_node(found, start), downstream=downstream)
    return {found.label(each.node) for each in impact.reached}


def test_a_run_reaches_only_what_it_writes() -> None:
    events = [run(1, ["in/day=1"], ["out/day=1"]), run(2, ["in/day=2"], ["out/day=2"])]
    assert reached(events, "in/day=1") == {"out/day=1"}
    assert reached(events, "out/day=2", downstream=False) == {"in/day=2"}
    for each in events:
        source = each["inputs"][0]["name"]
        each["outputs"] = [Table(each["outputs"][0]["name"], ["a"], {"a": [(source, "a")]}).to_json()]
    assert reached(events, "in/day=1") == {"out/day=1.a"}


def test_each_output_of_a_run_depends_on_all_of_its_inputs() -> None:
    events = [run(1, ["a/a", "b/b"], ["x/x", "y/y"]), run(2, ["c/c"], ["z/z"])]
    lineage = build_lineage(parsed(events))
    labels = [dataset.label for dataset in lineage.datasets]
    (job,) = lineage.jobs
    assert [[labels[each] for each in flow.inputs + flow.outputs] for flow in job.flows] == [
        ["a/a", "b/b", "x/x", "y/y"],
        ["c/c", "z/z"],
    ]
    assert [labels[each] for each in job.inputs] == ["a/a", "b/b", "c/c"]


def test_a_table_keeps_the_inputs_of_all_runs_that_it_comes_from() -> None:
    appended = [run(1, ["a/a"], ["t/t"], "app"), run(2, ["b/b"], ["t/t", "u/u"], "app")]
    assert reached(appended, "t/t", downstream=False) == {"a/a", "b/b"}
    assert reached(appended, "u/u", downstream=False) == {"b/b"}
    assert reached(appended, "a/a") == {"t/t"}


def test_a_job_that_writes_nothing_has_its_inputs() -> None:
    (job,) = build_lineage(parsed([run(1, ["a/a"], []), run(2, ["b/b"], [])])).jobs
    assert job.flows == (Flow(job.inputs, ()),)
    assert len(job.inputs) == 1


def test_a_policy_sees_no_flow_between_two_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rule = {"rule": "no-flow", "from": {"columns": "crm/t.a"}, "to": {"tables": "mart/t"}}
    (tmp_path / "policy.json").write_text(json.dumps({"rules": [rule]}), encoding="utf-8")
    events = [run(1, ["crm/t"], ["vault/t"]), run(2, ["rates/t"], ["mart/t"])]
    file = samples.write(tmp_path / "events.jsonl", events)
    assert main(["check", str(tmp_path / "policy.json"), str(file)]) == 0
    assert "0 violations" in capsys.readouterr().out


def test_a_difference_has_only_the_inputs_of_the_run() -> None:
    base = [run(1, ["raw/t"], ["stage/t"]), run(2, ["stage/t"], ["mart/t"])]
    head = [base[0], run(2, ["stage/t", "other/t"], ["mart/t"])]
    found = compare(*(snapshot_of(build_lineage(parsed(events))) for events in (base, head)))
    assert [(each.what, each.dataset) for each in found.changes if each.what == "input"] == [
        ("input", "s3://lake mart/t")
    ]


def test_a_table_is_stale_only_after_the_sources_of_its_own_run() -> None:
    events = [
        run(1, ["raw/one"], ["mart/one"]),
        event("COMPLETE", "load", second=5, outputs=[Table("raw/two", ["a"])]),
        run(9, ["raw/two"], ["mart/two"]),
    ]
    assert list(stale_tables(LineageGraph(build_lineage(parsed(events))), now=0, days=None)) == []


def test_the_work_for_dated_outputs_grows_with_their_number() -> None:
    lineage = build_lineage(parsed([run(n, [f"in/day={n}"], [f"out/day={n}"]) for n in range(2001)]))
    found = LineageGraph(lineage)
    steps = [step for dataset in range(len(lineage.datasets)) for step in found.downstream((dataset, -1))]
    assert len(steps) == 2001


def test_twenty_thousand_dated_paths_are_no_hang() -> None:
    """A guard against hanging; the goal is 5 s, and it once ended the process without memory."""
    events = parsed([run(n, [f"in/day={n}"], [f"out/day={n}"]) for n in range(20_000)])
    begin = time.process_time()
    found = LineageGraph(build_lineage(events))
    assert len(list(unused(found))) == 20_000
    assert list(stale_tables(found, now=0, days=None)) == []
    used = time.process_time() - begin
    print(f"{len(events)} dated paths in {used:.1f} s of CPU")
    assert used < 60


def test_explained_runs_are_named_after_the_whole_output() -> None:
    def name(output: str) -> str:
        events = {**event("COMPLETE", "x", second=1), "outputs": [{"namespace": "file", "name": output}]}
        return str(as_own_run(events, "explain")["job"]["name"])

    assert name("/headwater-warehouse/stg.db/orders") == "explain.stg_db_orders"
    assert name("/headwater-warehouse/mart.db/orders") == "explain.mart_db_orders"
    assert name("/headwater-warehouse/orders") == "explain.orders"
    assert name("/data/lake/orders.csv/") == "explain.data_lake_orders_csv"
    assert name("public.totals") == "explain.public_totals"
    assert name("/") == "explain.command"
