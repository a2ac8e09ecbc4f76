"""`--keep`: what is deleted, and what stays."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import TYPE_CHECKING

import duckdb
import pytest

from headwater.cli import main
from headwater.events import parse_event
from headwater.serve.api import api_routes
from headwater.serve.commits import GroupCommit
from headwater.serve.live import LiveLineage
from headwater.serve.retention import Retention
from headwater.serve.store import EventFilter, EventStore, NewEvent
from serving import Json, Server, run_event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OLD = "2020-01-01 00:00:00"


def stored(db: Path, events: list[Json], old: int) -> None:
    """Store events of which the first ones came long ago."""
    store = EventStore(db)
    store.write([NewEvent(parse_event(json.dumps(event)), json.dumps(event)) for event in events])
    store.close()
    with duckdb.connect(str(db)) as connection:
        connection.execute(f"UPDATE events SET received = TIMESTAMP '{OLD}' WHERE seq <= {old}")  # noqa: S608


def writing(number: int, table: str, type_: str = "COMPLETE", job: str = "etl.job") -> Json:
    return run_event(number, type_, job, outputs=[{"namespace": "lake", "name": table}])


def events() -> Iterator[Json]:
    """Six runs of one job, old ones first, a yearly job, and declared lineage."""
    yield writing(1, "sales", "START")
    yield writing(1, "sales")
    yield writing(2, "rare")
    yield writing(3, "sales", "START")
    yield writing(3, "sales", "FAIL")
    yield writing(4, "yearly", job="etl.yearly")
    yield {**{key: value for key, value in run_event(5).items() if key not in {"run", "eventType"}}, "outputs": []}
    yield {**{key: value for key, value in run_event(6).items() if key not in {"run", "eventType"}}, "outputs": []}
    yield {"eventTime": "2026-05-01T10:00:00Z", "producer": "p", "dataset": {"namespace": "lake", "name": "sales"}}
    yield writing(7, "sales", "START")
    yield writing(7, "sales")


def test_old_runs_are_deleted_but_not_what_lineage_comes_from(tmp_path: Path) -> None:
    db = tmp_path / "events.duckdb"
    stored(db, list(events()), old=9)
    server = Server(db, "--keep", "30")
    try:
        until = time.monotonic() + 60
        while (summary := server.get("/api/v1/summary").json)["deleted_events"] == 0 and time.monotonic() < until:
            time.sleep(0.05)
        # run 1 and run 3, which failed, and the older of the two declarations of the job
        assert (summary["deleted_events"], summary["events"]) == (5, 6)
        left = server.events()
        assert [event["run"]["runId"][-1] for event in left if "run" in event] == ["2", "4", "7", "7"]
        assert sum("dataset" in event for event in left) == 1
        assert sum("run" not in event and "job" in event for event in left) == 1
    finally:
        log = server.stop()
    assert "headwater: deleted 5 events, of 2 runs, that came more than 30 days ago" in log


def test_many_old_events_are_deleted_in_portions_of_whole_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.serve.store._DELETED_AT_ONCE", 5)
    db = tmp_path / "events.duckdb"
    often = [writing(number, "sales", type_) for number in range(1, 11) for type_ in ("START", "RUNNING", "COMPLETE")]
    stored(db, often, old=len(often))
    store = EventStore(db)
    old = store.old(time.time_ns() // 1000)
    assert [len(portion) for portion in old.portions] == [6, 6, 6, 6, 3]
    late = writing(2, "sales", "OTHER")  # its run is not old any more
    store.write([NewEvent(parse_event(json.dumps(late)), json.dumps(late))])
    assert [store.delete(portion, old.last) for portion in old.portions] == [(3, 1), (6, 2), (6, 2), (6, 2), (3, 1)]
    left = [json.loads(text)["run"]["runId"][-2:] for text in store.select(EventFilter(), None)]
    assert left == ["02"] * 3 + ["10"] * 3 + ["02"]
    store.close()


def test_without_the_option_all_events_stay(tmp_path: Path) -> None:
    db = tmp_path / "events.duckdb"
    stored(db, list(events()), old=9)
    server = Server(db)
    try:
        assert server.get("/api/v1/summary").json["events"] == 11
    finally:
        assert server.stop() == ""
    store = EventStore(db)
    assert len(list(store.select(EventFilter(), None))) == 11
    store.close()


@pytest.mark.parametrize("days", ["0", "-1", "99999999"])
def test_a_wrong_number_of_days_is_explained(days: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--keep", days]) == 1
    assert f"--keep {days}: give a number of days from 1 to 36500" in capsys.readouterr().err


def test_the_health_says_whether_events_are_stored(tmp_path: Path) -> None:
    fails = True

    def write(_: object) -> None:
        if fails:
            raise duckdb.IOException("the disk is full\nand more")

    async def statuses() -> list[int]:
        nonlocal fails
        commits = GroupCommit(write)
        (health,) = [
            route for route in api_routes(store, LiveLineage(), commits, Retention(None)) if "hea" in route.path
        ]
        found = []
        for is_broken in (True, False):
            fails = is_broken
            with contextlib.suppress(duckdb.IOException):
                await commits.commit([])
            found.append((await health.endpoint(None)).status_code)
        await commits.close()
        return found

    store = EventStore(tmp_path / "events.duckdb")
    assert asyncio.run(statuses()) == [503, 200]
    store.close()
