"""What job events say of jobs that also run, and free texts of other producers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import samples
from headwater.analysis import LineageGraph, lists
from headwater.cli import main
from headwater.events import event_of
from headwater.model import build_lineage
from headwater.serve.window import EventWindow
from samples import Json, Table, event
from test_policy import check

if TYPE_CHECKING:
    from pathlib import Path

    from headwater.events import Event
    from headwater.model import Lineage

Capsys = pytest.CaptureFixture[str]


def job_event(job: str, *, second: int, **facets: Json) -> Json:
    found = event("", job, second=second, job_facets=facets)
    del found["run"], found["eventType"]
    return found


def owned_by(name: str) -> Json:
    return {"ownership": {"owners": [{"name": name}]}}


def runs_of(job: str, second: int, **more: Any) -> list[Json]:
    common: dict[str, Any] = {"run": f"{job} {second}", **more}
    return [event("START", job, second=second, **common), event("COMPLETE", job, second=second + 1, **common)]


def lineage_of(events: list[Json]) -> Lineage:
    found = build_lineage(sorted(map(event_of, events), key=lambda each: each.time))
    assert build_lineage(kept(events)) == found
    return found


def kept(events: list[Json]) -> list[Event]:
    """The part of the events that the server builds its graph from."""
    window = EventWindow()
    for each in events:
        window.add(event_of(each))
    return window.events()


@pytest.mark.parametrize("second", [1, 60])
def test_the_owner_that_a_job_event_names_stays_when_the_job_runs(tmp_path: Path, capsys: Capsys, second: int) -> None:
    language = {"jobType": {"jobType": "TASK"}}
    runs = runs_of("dag.task", 30, outputs=[Table("t", ["a"])], job_facets=language)
    events = [job_event("dag.task", second=second, **owned_by("team:sales")), *runs]
    rule = {"rule": "has-owner", "tables": "t"}
    files = [str(samples.write(tmp_path / f"{len(some)}.jsonl", some)) for some in (runs, events)]
    assert check(tmp_path, capsys, [rule], files[0]) == ["has-owner: t has no owner"]
    assert check(tmp_path, capsys, [rule], files[1]) == []
    (job,) = lineage_of(events).jobs
    assert (job.kind, job.owners, len(job.runs)) == ("TASK", ("team:sales",), 1)


@pytest.mark.parametrize(("second", "owner"), [(1, "team:of the run"), (60, "team:declared")])
def test_of_a_facet_that_both_have_the_later_counts(second: int, owner: str) -> None:
    events = [
        *runs_of("dag.task", 0, job_facets=owned_by("team:of an older run")),
        job_event("dag.task", second=second, **owned_by("team:declared")),
        *runs_of("dag.task", 30, job_facets=owned_by("team:of the run")),
    ]
    (job,) = lineage_of(events).jobs
    assert job.owners == (owner,)


@pytest.mark.parametrize("text", ["constant value", "exact", "declared", "unknown: f(x)"])
def test_a_free_text_of_another_producer_is_no_certainty(tmp_path: Path, capsys: Capsys, text: str) -> None:
    entry = {"inputFields": [], "transformationDescription": text, "transformationType": "IDENTITY"}
    table = Table("t", ["a"], facets={"columnLineage": {"fields": {"a": entry}}})
    events = [event("COMPLETE", "dbt", second=1, inputs=[samples.RAW_USERS], outputs=[table])]
    lineage = lineage_of(events)
    assert lineage.uncertain == ()
    assert [lineage.datasets[dataset].name for _, dataset in lineage.described] == ["t"]
    file = str(samples.write(tmp_path / "events.jsonl", events))
    assert main(["unknown", file]) == 0
    assert capsys.readouterr().out == "nothing found\n"
    assert check(tmp_path, capsys, [{"rule": "no-unknown", "tables": "t"}], file) == []


def unused(events: list[Json], tmp_path: Path, capsys: Capsys) -> set[str | int]:
    assert main(["unused", str(samples.write(tmp_path / "events.jsonl", events)), "--json"]) == 0
    found = {row["unused"] for row in json.loads(capsys.readouterr().out)}
    assert found == {row["unused"] for row in lists.unused(LineageGraph(build_lineage(kept(events))))}
    return found


@pytest.mark.parametrize("columns", [["a"], []])
def test_what_the_latest_run_reads_is_used_though_it_writes_nothing(
    tmp_path: Path, capsys: Capsys, columns: list[str]
) -> None:
    x, y, t = (Table(name, columns) for name in ("x", "y", "t"))
    yesterday, today = runs_of("dag.task", 0, inputs=[y], outputs=[t]), runs_of("dag.task", 60, inputs=[x])
    made = event("COMPLETE", "load", second=30, outputs=[x])
    assert unused([*yesterday, made, *today], tmp_path, capsys) == {"t"}
    assert unused([*yesterday, made], tmp_path, capsys) == {"t", "x"}
    job = lineage_of([*yesterday, *today]).jobs[0]
    assert [(len(flow.inputs), len(flow.outputs)) for flow in job.flows] == [(1, 1), (1, 0)]
    tomorrow = runs_of("dag.task", 90, inputs=[y], outputs=[t])
    assert unused([*yesterday, made, *today, *tomorrow], tmp_path, capsys) == {"t", "x"}


@pytest.mark.parametrize("second", [0, 60])
def test_a_job_event_without_datasets_does_not_hide_what_the_job_reads(
    tmp_path: Path, capsys: Capsys, second: int
) -> None:
    read = runs_of("dag.task", 30, inputs=[Table("x", ["a"])])
    assert unused([*read, job_event("dag.task", second=second, **owned_by("team:sales"))], tmp_path, capsys) == set()
