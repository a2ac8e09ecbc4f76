"""A client on the JVM, and a client with tasks, threads and two sessions: each operation has what belongs to it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.e2e import events
from tests.e2e.events import Event
from tests.e2e.spark_submit import LISTENER, agent_warnings, file_transport
from tests.modes.conftest import Modes
from tests.modes.connect_server import connect_server

Runs = dict[str, list[Event]]


@pytest.fixture(scope="module")
def runs(modes: Modes) -> Runs:
    """The runs of a server with two clients at the same time, by the folder that they write."""
    driver = modes.driver("connect_clients")
    file = driver.folder / "events.jsonl"
    conf = file_transport(file) | {
        "spark.extraListeners": LISTENER,
        "spark.openlineage.appName": "server",
    }
    out = driver.folder / "out"
    with connect_server(driver, conf) as server, ThreadPoolExecutor(2) as both:
        clients = [
            both.submit(server.java, "ConnectClient.java", "jane", f"{out}/jvm"),
            both.submit(server.python, "connect_tasks.py", "pat", str(out)),
        ]
        for client in clients:
            client.result()
    log = (driver.folder / "log").read_text(errors="replace").splitlines()
    assert agent_warnings(log) == []
    found = events.runs(events.read(file)).values()
    return {Path(group[0]["outputs"][0]["name"]).name: group for group in found if outputs(group)}


def outputs(group: list[Event]) -> list[object]:
    return list(group[0]["outputs"])


def job(runs: Runs, folder: str) -> str:
    """The name of the job that has written a folder, which all its events have."""
    (name,) = {str(event["job"]["name"]) for event in runs[folder]}
    return name


def session(runs: Runs, folder: str) -> dict[str, object]:
    return dict(runs[folder][-1]["run"]["facets"]["headwater_session"])


def kinds(runs: Runs, folder: str) -> list[str]:
    return [event["eventType"] for event in runs[folder]]


@pytest.mark.row("facet.run.session")
def test_operations_of_a_client_on_the_jvm_name_user_and_tags(runs: Runs) -> None:
    folders = ("plain", "named", "slow")
    assert [session(runs, folder)["user"] for folder in folders] == ["jane"] * 3
    assert [session(runs, folder)["tags"] for folder in folders] == [["nightly"]] * 2 + [["slow"]]
    assert "tags" not in session(runs, "after"), "which the client has cleared"
    assert len({session(runs, folder)["sessionId"] for folder in (*folders, "after")}) == 1


def test_tags_of_a_client_on_the_jvm_name_its_job_and_emit_a_facet(runs: Runs) -> None:
    assert job(runs, "named") == "server.daily, parts"
    assert [e["run"]["facets"]["acme_note"]["text"] for e in runs["named"]] == ["a, b"] * 2
    others = [e for folder in ("plain", "slow", "after") for e in runs[folder]]
    assert [e for e in others if "acme_note" in e["run"]["facets"]] == []


def test_an_operation_that_its_client_interrupts_is_aborted(runs: Runs) -> None:
    assert kinds(runs, "slow") == ["START", "ABORT"]
    assert kinds(runs, "after") == ["START", "COMPLETE"]


def test_tasks_on_one_thread_have_their_own_job_and_facets(runs: Runs) -> None:
    for number in (1, 2):
        for part in range(2):
            folder = f"task_{number}_{part}"
            assert job(runs, folder) == f"server.task {number}"
            notes = [e["run"]["facets"]["acme_note"]["number"] for e in runs[folder]]
            assert notes == [number] * 2


def test_what_a_task_sends_from_another_thread_is_in_its_job(runs: Runs) -> None:
    assert [job(runs, f"awaited_{n}") for n in (1, 2)] == ["server.awaited 1", "server.awaited 2"]


def test_threads_have_their_own_tags_and_no_job_of_another_thread(runs: Runs) -> None:
    for number in (1, 2):
        assert session(runs, f"thread_{number}")["tags"] == [f"thread {number}"]
        assert "not of other threads" not in job(runs, f"thread_{number}")


def test_a_job_holds_for_both_sessions_of_a_client(runs: Runs) -> None:
    both = ("both_first", "both_other")
    assert [job(runs, folder) for folder in both] == ["server.both sessions"] * 2
    assert len({session(runs, folder)["sessionId"] for folder in both}) == 2


def test_the_end_of_one_session_leaves_the_other(runs: Runs) -> None:
    assert session(runs, "after_tasks")["user"] == "pat"
    assert kinds(runs, "after_tasks") == ["START", "COMPLETE"]
