"""A server that is started again takes events at once, while it reads those that its graph needs."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from starlette.testclient import TestClient

from headwater.events import event_of
from headwater.serve import window
from headwater.serve.live import LiveLineage
from headwater.serve.server import ServerOptions, _application
from headwater.serve.store import EventStore, NewEvent
from serving import EVENTS, Json, run_event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

    from headwater.events import Event

SECONDS = 60


class Gate:
    """Holds the thread that reads the stored events at the first of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> None:
        self.is_reached = threading.Event()
        self.is_open = threading.Event()
        self.added: list[tuple[str, str]] = []
        add = window.EventWindow.add

        def held(one: window.EventWindow, event: Event) -> None:
            self.is_reached.set()
            assert self.is_open.wait(SECONDS)
            if error:
                raise error
            self.added.append((getattr(event, "run_id", ""), getattr(event, "type", "")))
            add(one, event)

        monkeypatch.setattr(window.EventWindow, "add", held)


def writing(number: int, type_: str = "COMPLETE") -> Json:
    return run_event(number, type_, f"etl.{number}", outputs=[{"namespace": "lake", "name": f"t{number}"}])


@contextmanager
def restarted(tmp_path: Path, stored: int) -> Iterator[TestClient]:
    """Yield a client of a server whose database has a number of events."""
    store = EventStore(tmp_path / "a.duckdb")
    raws = [writing(number) for number in range(stored)]
    store.write([NewEvent(event_of(raw), json.dumps(raw)) for raw in raws])
    options = ServerOptions(tmp_path, "127.0.0.1", 1, "", (), 16 << 20)
    with TestClient(_application(store, LiveLineage(), options), base_url="http://localhost") as client:
        yield client
    store.close()


def test_events_are_taken_while_stored_ones_are_read_and_each_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(monkeypatch)
    with restarted(tmp_path, stored=30) as client:
        assert gate.is_reached.wait(SECONDS)
        # more than may wait for the graph, one by one, and a second event of a run that is still to be read
        for number in range(1000, 1150):
            assert client.post(EVENTS, json=writing(number)).status_code == 201
        assert client.post(EVENTS, json=writing(29, "OTHER")).status_code == 201
        assert client.get("/health").json() == {"status": "ok"}
        answers: list[Json] = []
        reader = threading.Thread(target=lambda: answers.append(client.get("/api/v1/summary").json()))
        reader.start()
        reader.join(0.2)
        assert not answers  # it waits for all stored events
        gate.is_open.set()
        reader.join(SECONDS)
        (summary,) = answers
        assert (summary["events"], summary["jobs"], summary["runs"]) == (181, 180, 180)
    expected = [*range(30), 29, *range(1000, 1150)]
    assert sorted(int(run[-12:]) for run, _ in gate.added) == sorted(expected)


def test_what_cannot_be_read_is_told_and_the_server_takes_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gate = Gate(monkeypatch, KeyError("job"))
    with restarted(tmp_path, stored=3) as client:
        assert gate.is_reached.wait(SECONDS)
        monkeypatch.undo()
        gate.is_open.set()
        assert client.post(EVENTS, json=writing(7)).status_code == 201
        assert client.get("/api/v1/summary").json()["jobs"] == 1
        assert client.get("/health").status_code == 200
    assert "not all stored events could be read" in caplog.text
    assert "KeyError: 'job'" in caplog.text


def test_a_server_that_ends_does_not_read_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    stop = LiveLineage.stop_loading

    def stop_and_open(live: LiveLineage) -> None:
        stop(live)
        gate.is_open.set()

    monkeypatch.setattr(LiveLineage, "stop_loading", stop_and_open)
    with restarted(tmp_path, stored=30):
        assert gate.is_reached.wait(SECONDS)
    assert len(gate.added) == 1
