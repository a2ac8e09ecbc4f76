"""Streams that have written and have not completed: their lineage, their columns, and when they wrote last."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from event_windows import graph, restarted, window
from headwater.analysis.graph import LineageGraph
from headwater.analysis.lists import stale_tables
from headwater.events import RunEvent, event_of
from headwater.model import build_lineage
from headwater.serve.store import EventStore, NewEvent
from headwater.serve.window import MAX_RUNS
from samples import CLEAN, RAW_ORDERS, RAW_USERS, START, Json, Table, event

if TYPE_CHECKING:
    from pathlib import Path

    from headwater.model import Lineage

STREAM: Json = {"jobType": {"jobType": "SQL_JOB", "processingType": "STREAMING"}}
OLD = Table("clicks", ["a"], {"a": [("clicks_v1", "a")]})
NEW = Table("clicks", ["a", "b"], {"a": [("clicks_v2", "a")], "b": [("clicks_v2", "b")]})
V2 = Table("clicks_v2", ["a", "b"])
DAY = 86_400
DOCUMENTATION: Json = {"description": "cleans"}


def run(kind: str, day: float, run: str, table: Table, job_facets: Json = STREAM) -> Json:
    source = Table(table.name + "_v1", ["a"]) if table is OLD else V2
    return event(
        kind, "stream", second=int(day * DAY), run=run, inputs=[source], outputs=[table], job_facets=job_facets
    )


def deployed(end: str = "", job_facets: Json = STREAM) -> list[Json]:
    """A stream that was stopped once, and has run with another source for weeks since then."""
    batches = [run("RUNNING", 2 + n / 2, "r2", NEW, job_facets) for n in range(1, 57)]
    ended = [event(end, "stream", second=31 * DAY, run="r2", job_facets=job_facets)] if end else []
    start = run("START", 2, "r2", NEW, job_facets)
    return [run("START", 0, "r1", OLD), run("COMPLETE", 1, "r1", OLD), start, *batches, *ended]


def from_file(raws: list[Json], _: Path) -> Lineage:
    return build_lineage(map(event_of, raws))


def from_window(raws: list[Json], _: Path) -> Lineage:
    return build_lineage(window(map(event_of, raws)).events())


def from_database(raws: list[Json], folder: Path) -> Lineage:
    with closing(EventStore(folder / "a.duckdb")) as store:
        store.write([NewEvent(event_of(raw), json.dumps(raw)) for raw in raws])
        return build_lineage(window(event_of(json.loads(text)) for text in store.recent(MAX_RUNS)).events())


WAYS = [from_file, from_window, from_database]


def described(lineage: Lineage) -> Any:
    """The sources of the edges, the columns of the stream's table, whether it is complete, and the day of its write."""
    (number,) = (at for at, dataset in enumerate(lineage.datasets) if dataset.name == "clicks")
    found = {lineage.datasets[edge.source].name for edge in lineage.edges}
    written = LineageGraph(lineage).last_written(number)
    day = None if written is None else (written / 1000 - START.timestamp()) // DAY
    return found, [column.name for column in lineage.datasets[number].columns], lineage.jobs[0].incomplete, day


@pytest.mark.parametrize("end", ["", "ABORT", "FAIL"])
@pytest.mark.parametrize("lineage", WAYS)
def test_a_stream_that_has_written_counts_before_an_older_complete_run(tmp_path: Path, lineage: Any, end: str) -> None:
    assert described(lineage(deployed(end), tmp_path)) == ({"clicks_v2"}, ["a", "b"], (), 30)


@pytest.mark.parametrize("lineage", WAYS)
def test_a_batch_run_has_not_written_while_it_is_running(tmp_path: Path, lineage: Any) -> None:
    batch: Json = {"jobType": {"jobType": "SQL_JOB", "processingType": "BATCH"}}
    assert described(lineage(deployed("ABORT", batch), tmp_path)) == ({"clicks_v1"}, ["a"], (), 1)


@pytest.mark.parametrize("lineage", WAYS)
def test_a_stream_that_fails_before_its_first_batch_has_not_written(tmp_path: Path, lineage: Any) -> None:
    raws = [*deployed()[:3], event("FAIL", "stream", second=3 * DAY, run="r2", job_facets=STREAM)]
    assert described(lineage(raws, tmp_path)) == ({"clicks_v1"}, ["a"], (), 1)


@pytest.mark.parametrize("end", ["ABORT", "COMPLETE"])
def test_the_window_keeps_what_shows_a_write_beside_two_ends(end: str) -> None:
    late = event(end, "stream", second=32 * DAY, run="r2", job_facets=STREAM)
    raws = [*deployed("FAIL"), late]
    kept = window(map(event_of, raws)).events()
    assert len([each for each in kept if isinstance(each, RunEvent) and each.run_id == "r2"]) == 4
    assert described(build_lineage(kept)) == ({"clicks_v2"}, ["a", "b"], (), 30)


def test_a_stream_of_the_history_keeps_when_it_wrote() -> None:
    later = run("COMPLETE", 2.5, "r3", OLD)  # it began later, and has ended before the last write of the other one
    raws = sorted([*deployed("ABORT"), later], key=lambda raw: raw["eventTime"])
    kept = window(map(event_of, raws)).events()
    (stripped,) = (each for each in build_lineage(kept).jobs[0].runs if each.id == "r2")
    (whole,) = (each for each in build_lineage(map(event_of, raws)).jobs[0].runs if each.id == "r2")
    assert not any(each.inputs for each in kept if isinstance(each, RunEvent) and each.run_id == "r2")
    assert replace(stripped, written=()) == replace(whole, written=())
    assert described(build_lineage(kept))[3] == 30


def stale(raws: list[Json]) -> list[str]:
    graph = LineageGraph(build_lineage(map(event_of, sorted(raws, key=lambda raw: raw["eventTime"]))))
    return [str(row["table"]) for row in stale_tables(graph, 0, None)]


@pytest.mark.parametrize(("end", "day", "expected"), [("ABORT", 29, []), ("ABORT", 31, ["clicks"]), ("", 31, [])])
def test_a_stream_has_read_what_was_written_before_its_last_write(end: str, day: int, expected: list[str]) -> None:
    assert stale([*deployed(end), event("COMPLETE", "load", second=day * DAY, outputs=[V2])]) == expected


@pytest.mark.parametrize("ends", [True, False])
def test_of_the_events_of_a_long_stream_few_are_kept_and_read(tmp_path: Path, *, ends: bool) -> None:
    """The stream begins with another source after its restart from a checkpoint of an earlier program."""
    tables = [RAW_USERS] * 100 + [RAW_ORDERS] * 100
    raws = [
        event("RUNNING", "stream", second=second, run="r", inputs=[table], outputs=[CLEAN], job_facets=STREAM)
        for second, table in enumerate(tables)
    ]
    raws += [event("ABORT", "stream", second=300, run="r")] if ends else []
    whole = graph(build_lineage(map(event_of, raws)))
    assert [graph(build_lineage(kept)) for kept in restarted(raws, tmp_path)] == [whole, whole]
    with closing(EventStore(tmp_path / "a.duckdb")) as store:
        assert store.count()["events"] == 4 + ends
        store.write([NewEvent(event_of(raw), json.dumps(raw)) for raw in raws if raw["eventType"] == "RUNNING"])
        assert len(list(store.recent(MAX_RUNS))) == 4 + ends


def test_what_only_a_middle_event_of_a_batch_tells_stays_after_a_restart(tmp_path: Path) -> None:
    sources = [RAW_USERS, RAW_ORDERS, Table("a", ["a"]), Table("b", ["a"])]
    events = [
        event("RUNNING", "batch", second=second, run="r", inputs=[source], job_facets={"sql": {"query": "SELECT 1"}})
        for second, source in enumerate(sources, 1)
    ]
    raws = [
        event("START", "batch", second=0, run="r"),
        *events,
        *[event("RUNNING", "batch", second=9, run="r", outputs=[CLEAN]) for _ in range(2)],
        event("RUNNING", "batch", second=10, run="r", outputs=[CLEAN], job_facets={"documentation": DOCUMENTATION}),
        event("RUNNING", "batch", second=11, run="r", outputs=[CLEAN]),
        event("COMPLETE", "batch", second=12, run="r", outputs=[CLEAN]),
    ]
    (whole,) = build_lineage(map(event_of, raws)).jobs
    for kept in restarted(raws, tmp_path):
        (job,) = build_lineage(kept).jobs
        assert (len(job.inputs), job.sql, job.facts) == (len(sources), whole.sql, whole.facts)
    assert ("Description", "cleans") in whole.facts
