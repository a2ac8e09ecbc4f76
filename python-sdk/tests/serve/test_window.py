"""The window: the graph of a part of the events is that of all, and the part does not grow with them."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from event_windows import append, graph, restarted, sources, window
from headwater.events import DatasetEvent, JobEvent, RunEvent, event_of, read_events
from headwater.model import JobRun, build_lineage
from headwater.serve.store import EventStore, NewEvent
from headwater.serve.window import MAX_RUNS, EventWindow
from samples import CLEAN, RAW_ORDERS, RAW_USERS, REPORT, Table, event, reader, shop
from serving import SHOP

if TYPE_CHECKING:
    from pathlib import Path

    from headwater.model import Lineage

EXPORT = replace(REPORT, name="gold/export")


def written(lineage: Lineage) -> list[list[str]]:
    """The names of what each of the latest runs of the first job has written."""
    return [[lineage.datasets[each.dataset].name for each in run.written] for run in lineage.jobs[0].runs[:MAX_RUNS]]


def runs_of_a_job(count: int) -> list[dict[str, Any]]:
    """Runs of one job; the first ones write another table, too, and some fail."""
    events = []
    for number in range(count):
        outputs = [CLEAN, EXPORT] if number < 3 else [CLEAN]
        common: dict[str, Any] = {"run": f"run {number}", "inputs": [RAW_ORDERS, RAW_USERS], "outputs": outputs}
        facets = {"sql": {"query": f"SELECT {number}"}}
        end = "FAIL" if number % 7 == 6 else "COMPLETE"
        counts = {"spark_properties": {"properties": {"size": "x" * 100}}}
        events.append(event("START", "etl.often", second=10 * number, job_facets=facets, **common))
        events.append(event(end, "etl.often", second=10 * number + 5, run_facets=counts, job_facets=facets, **common))
    return events


SAMPLES = {
    "shop": [event_of(raw) for raw in shop()],
    "pipeline": list(read_events([SHOP]).events),
    "views": [event_of(reader()), *map(event_of, shop())],
    "often": list(map(event_of, runs_of_a_job(15))),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_few_events_give_the_same_lineage_in_any_order(name: str) -> None:
    events = sorted(SAMPLES[name], key=lambda each: each.time)
    assert graph(build_lineage(window(events).events())) == graph(build_lineage(events))
    shuffled = list(events)
    for seed in range(5):
        Random(seed).shuffle(shuffled)  # noqa: S311 - not for security
        assert graph(build_lineage(window(shuffled).events())) == graph(build_lineage(events))


def test_the_lineage_of_very_many_runs_is_that_of_all_and_the_runs_are_the_latest() -> None:
    events = list(map(event_of, runs_of_a_job(500)))
    kept = window(events).events()
    assert len(kept) <= 2 * (MAX_RUNS + 3)
    whole, part = build_lineage(events), build_lineage(kept)
    assert graph(part) == graph(whole)
    assert [replace(run, written=()) for run in part.jobs[0].runs[:MAX_RUNS]] == [
        replace(run, written=()) for run in whole.jobs[0].runs[:MAX_RUNS]
    ]
    assert written(part) == written(whole)
    assert part.jobs[0].incomplete == whole.jobs[0].incomplete == ()
    size = sum(len(str(each)) for each in kept)
    assert size < 3 * sum(len(str(each)) for each in events[-4:])


def test_a_stream_with_very_many_events_is_three_events() -> None:
    start = event("START", "stream", second=0, run="s", inputs=[RAW_ORDERS])
    batches = [
        event("RUNNING", "stream", second=n, run="s", inputs=[RAW_ORDERS], outputs=[CLEAN]) for n in range(1, 300)
    ]
    end = event("FAIL", "stream", second=301, run="s", run_facets={"errorMessage": {"message": "disk full"}})
    late = event("COMPLETE", "stream", second=302, run="s")
    events = [event_of(raw) for raw in (start, *batches, end, late)]
    kept = window(events).events()
    assert len(kept) == 3
    whole, part = build_lineage(events), build_lineage(kept)
    assert graph(part) == graph(whole)
    (run,) = part.jobs[0].runs
    assert (run.status, run.error) == ("FAIL", "disk full")


def test_runs_that_never_end_do_not_grow_the_window() -> None:
    events = [event_of(event("START", "killed", second=n, run=f"r{n}", inputs=[RAW_USERS])) for n in range(1000)]
    assert len(window(events).events()) <= 2 * MAX_RUNS


def test_runs_with_one_event_do_not_grow_the_window_while_nobody_reads() -> None:
    found = EventWindow()
    for number in range(1000):
        found.add(event_of(event("COMPLETE", "once", second=number, run=f"r{number}", inputs=[RAW_USERS])))
    assert len(found._runs) <= 3 * MAX_RUNS


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_run_that_ends_after_many_newer_ones_does_not_take_the_lineage_over(
    tmp_path: Path, *, is_restarted: bool
) -> None:
    often = [raw for number in range(1, 61) for raw in append(number, "new", application=f"app {number}")]
    start, end = append(0, "old", application="app 0")
    raws = [start, *often]
    end["eventTime"] = event("COMPLETE", "any", second=500)["eventTime"]
    texts = [json.dumps(raw) for raw in raws]
    if is_restarted:
        with closing(EventStore(tmp_path / "a.duckdb")) as store:
            store.write([NewEvent(event_of(raw), text) for raw, text in zip(raws, texts, strict=True)])
            texts = list(store.recent(MAX_RUNS))
    found = window(event_of(json.loads(text)) for text in texts)
    found.add(event_of(end))
    whole = build_lineage(map(event_of, [*raws, end]))
    assert graph(build_lineage(found.events())) == graph(whole)
    assert sources(found.events()) == {"new"}


def test_a_run_whose_job_gets_its_name_late_is_of_that_job() -> None:
    first = event("START", "unnamed", second=0, run="r")
    last = event("COMPLETE", "named", second=1, run="r", inputs=[RAW_ORDERS], outputs=[CLEAN])
    kept = window(map(event_of, [first, last])).events()
    assert [job.name for job in build_lineage(kept).jobs] == ["named"]


def test_a_run_with_an_event_of_another_job_after_its_end_stays_with_that_job() -> None:
    first = [event("START", "first", second=0, run="r"), event("COMPLETE", "first", second=1, run="r")]
    often = [event("COMPLETE", "second", second=2 + n, run=f"r{n}", outputs=[CLEAN]) for n in range(3)]
    found = window(map(event_of, [*first, event("OTHER", "second", second=2, run="r"), *often]))
    found.events()  # the history of the run is all that is kept
    found.add(event_of(event("OTHER", "second", second=9, run="r")))
    (job,) = build_lineage(found.events()).jobs
    assert (job.name, {run.id: run.status for run in job.runs}["r"]) == ("second", "COMPLETE")


def test_beyond_the_number_of_jobs_the_oldest_is_left_out() -> None:
    found = EventWindow(max_jobs=10)
    for number in range(25):
        found.add(event_of(event("COMPLETE", f"job {number}", second=number)))
        found.add(
            event_of({"eventTime": "2026-01-01T00:00:00Z", "job": {"namespace": "n", "name": f"declared {number}"}})
        )
        dataset = {"namespace": "n", "name": f"dataset {number}"}
        found.add(event_of({"eventTime": "2026-01-01T00:00:00Z", "dataset": dataset}))
    kinds = [type(each) for each in found.events()]
    assert [kinds.count(kind) for kind in (RunEvent, JobEvent, DatasetEvent)] == [10, 10, 10]
    assert found.left_out == 45


def test_a_job_that_comes_again_is_not_counted_as_left_out_twice() -> None:
    found = EventWindow(max_jobs=50)
    for second in range(5 * 51):
        found.add(event_of(event("COMPLETE", f"job {second % 51}", second=second, run=f"r{second}")))
    assert found.left_out == 1


def test_facets_that_nothing_has_any_more_are_forgotten() -> None:
    found = EventWindow()
    for number in range(30_000):
        table = replace(CLEAN, facets={"version": {"datasetVersion": str(number)}})
        raw = event("COMPLETE", "etl", second=number, run=f"r{number % 100}", outputs=[table])
        found.add(event_of(raw))
    assert len(found._shared) < 15_000
    assert build_lineage(found.events()).datasets


def test_a_restarted_server_reads_only_what_its_graph_needs(tmp_path: Path) -> None:
    store = EventStore(tmp_path / "a.duckdb")
    raws = runs_of_a_job(200) + shop()
    store.write([NewEvent(event_of(raw), json.dumps(raw)) for raw in raws])
    texts = list(store.recent(MAX_RUNS))
    store.close()
    assert len(texts) <= 2 * (MAX_RUNS + 2) + len(shop())
    restarted = window(event_of(json.loads(text)) for text in texts)
    expected = build_lineage(sorted(map(event_of, raws), key=lambda each: each.time))
    assert graph(build_lineage(restarted.events())) == graph(expected)


APPENDED = {
    "a source before many equal steps": ["A", *["B"] * 60],
    "two sources in turn": ["A", *["B", "C"] * 40],
    "more sources than are kept": [f"s{number}" for number in range(50)],
    "an overwrite before equal steps": ["A", "B overwrite", *["B"] * 60],
    "another application between": ["A", "A other", "B"],
    "another application before": ["A", "B other", "C", "D"],
}


def appended(name: str) -> list[dict[str, Any]]:
    events = []
    for number, text in enumerate(APPENDED[name]):
        source, _, how = text.partition(" ")
        kind, application = ("OVERWRITE" if how == "overwrite" else ""), how if how == "other" else "app"
        events += append(number, source, kind=kind, application=application)
    return events


@pytest.mark.parametrize("name", APPENDED)
def test_a_restarted_server_keeps_all_steps_that_a_table_comes_from(name: str, tmp_path: Path) -> None:
    raws = appended(name)
    expected = sources(window(map(event_of, raws)).events())
    assert [sources(kept) for kept in restarted(raws, tmp_path)] == [expected, expected]


@pytest.mark.parametrize("kind", ["OVERWRITE", ""])
@pytest.mark.parametrize("is_ascending", [True, False])
def test_of_runs_that_began_at_once_the_last_one_counts(tmp_path: Path, kind: str, *, is_ascending: bool) -> None:
    """As the statements of a dry run, whose events all have one time."""
    raws = [raw for number in range(60) for raw in append(number, f"s{number:02}", kind=kind, application="")]
    for raw in raws:
        raw["eventTime"] = raws[0]["eventTime"]
        if not is_ascending:
            raw["run"]["runId"] = f"r{99 - int(raw['run']['runId'][1:]):03}"
    events = list(map(event_of, raws))
    expected = sources(events) if kind else {f"s{number:02}" for number in range(60 - MAX_RUNS, 60)}
    assert (expected == {"s59"}) == bool(kind)
    assert sources(window(events).events()) == expected
    assert [sources(kept) for kept in restarted(raws, tmp_path)] == [expected, expected]


def test_a_run_that_gets_another_name_of_its_job_keeps_its_place() -> None:
    (start_1, end_1), (start_2, end_2) = (append(n, f"s{n}", kind="OVERWRITE", application="") for n in (1, 2))
    raws = [start_1, start_2, end_2, end_1]
    for raw in raws:
        raw["eventTime"] = start_1["eventTime"]
    for raw in (start_1, start_2):
        raw["job"] = {**raw["job"], "name": "app"}
    events = list(map(event_of, raws))
    assert sources(window(events).events()) == sources(events) == {"s2"}


def test_an_overwrite_counts_also_if_an_older_step_comes_late() -> None:
    first, overwrite, again = append(0, "A"), append(1, "B", kind="OVERWRITE"), append(2, "B")
    for order in ([first, overwrite, again], [overwrite, again, first]):
        kept = EventWindow()
        for raw in (raw for run in order for raw in run):
            kept.add(event_of(raw))
            kept.events()
        assert sources(kept.events()) == {"B"}


def test_the_work_for_a_job_with_many_datasets_grows_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    trust = JobRun.trust

    def counted(run: JobRun) -> tuple[int, Any]:
        nonlocal calls
        calls += 1
        return trust(run)

    monkeypatch.setattr(JobRun, "trust", counted)
    counts = []
    for size in (500, 1000):
        calls = 0
        events = [
            event_of(event("COMPLETE", "etl", second=n, run=f"r{n}", outputs=[Table(f"out/day={n}", ["a"])]))
            for n in range(size)
        ]
        assert len(window(events).events()) == size
        counts.append(calls)
    assert counts[1] < 2.2 * counts[0]
    assert counts[1] < 20 * 1000
