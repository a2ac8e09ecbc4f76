"""Each event of a Spark Connect server says which client's operation it is."""

from __future__ import annotations

import re

import pytest

from tests.e2e import events
from tests.e2e.events import Event
from tests.e2e.lines import ROOT
from tests.e2e.spark_submit import LISTENER, agent_warnings, file_transport
from tests.modes.conftest import Modes
from tests.modes.connect_server import SDK, connect_server

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ALICE = "CREATE TABLE alice USING parquet AS SELECT id, id % 3 AS part FROM range(9)"
BOB = "CREATE TABLE bob USING parquet AS SELECT part, count(*) AS n FROM alice GROUP BY part"
TAG_OF_BOB = "ad hoc password=PW1"
CAROL = "INSERT OVERWRITE bob SELECT part, count(*) FROM alice GROUP BY part"
NOTE = "x" * 15000 + " a, b: 100% \u00e9 password=PW1"  # Spark has no bound of its own
SHARED = "INSERT INTO alice SELECT id + 100, part FROM alice"


@pytest.fixture(scope="module")
def found(modes: Modes) -> list[Event]:
    """The events of a server with two clients."""
    driver = modes.driver("connect", env={"PYTHONPATH": f"{SDK}:{ROOT}"})
    file = driver.folder / "events.jsonl"
    files = driver.folder / "warehouse"
    conf = file_transport(file) | {
        "spark.extraListeners": LISTENER,
        "spark.openlineage.appName": "server",
        "spark.openlineage.python.extensions": "tests.modes.clients:who",
    }
    with connect_server(driver, conf) as server:
        server.client("alice_b", "nightly", ALICE, SHARED)
        server.client("bob", TAG_OF_BOB, SHARED, "--stream", f"{files}/alice", f"{files}/streamed")
        server.client("bob", TAG_OF_BOB, BOB, "--job", "daily, parts")
        server.client(
            *("carol", "nightly", CAROL, "--job", "notes", "--facets", f"{NOTE}|{files}/alice"),
            *("--stream", f"{files}/alice", f"{files}/noted"),
        )
    log = (driver.folder / "log").read_text(errors="replace").splitlines()
    assert agent_warnings(log) == []
    text = file.read_text()
    assert "user_context" not in text, (
        "the plan of an operation, which Spark gives as a description"
    )
    assert "PW1" not in text
    return events.read(file)


@pytest.mark.row("facet.run.session")
def test_each_event_names_user_session_operation_and_tags(found: list[Event]) -> None:
    sessions = [
        e["run"]["facets"]["headwater_session"] for e in found if kind(e) == ("SQL_JOB", "BATCH")
    ]
    assert [(s["server"], s["user"], s["tags"]) for s in sessions] == [
        *[("connect", "alice_b", ["nightly"])] * 4,
        *[("connect", "bob", ["ad hoc password=*********(redacted)"])] * 4,
        *[("connect", "carol", ["nightly"])] * 4,
    ]
    assert all(UUID.fullmatch(s[key]) for s in sessions for key in ("sessionId", "operationId"))
    assert len({s["sessionId"] for s in sessions}) == 4
    assert len({s["operationId"] for s in sessions}) == 6


def test_an_extension_is_told_the_client_of_each_query(found: list[Event]) -> None:
    queries = [e["run"]["facets"] for e in found if kind(e) == ("SQL_JOB", "BATCH")]
    for facets in queries:
        session = facets["headwater_session"]
        keys = ("server", "user", "sessionId", "operationId")
        assert facets["acme_who"]["of"] == [session[key] for key in keys]
        assert facets["acme_who"]["tags"] == session["tags"]


def test_a_stream_names_who_started_it(modes: Modes, found: list[Event]) -> None:
    stream = streams(found, "streamed")
    assert [e["eventType"] for e in stream] == ["START", "RUNNING", "COMPLETE"]
    first = 1 if modes.line.id == "4.0" else 0  # whose start of a stream has no tags
    users = [e["run"]["facets"].get("headwater_session", {}).get("user") for e in stream[first:]]
    assert users == ["bob"] * (3 - first)


def test_two_clients_share_the_job_of_a_statement(found: list[Event]) -> None:
    shared = [e for e in found if e["job"]["facets"].get("sql", {}).get("query") == SHARED]
    assert len({e["run"]["facets"]["headwater_session"]["user"] for e in shared}) == 2
    assert len({e["job"]["name"] for e in shared}) == 1


def test_a_client_names_its_jobs(found: list[Event]) -> None:
    named = [e for e in found if e["job"]["name"] == "server.daily, parts"]
    assert [e["eventType"] for e in named] == ["START", "COMPLETE"]
    assert [e["outputs"][0]["name"].rpartition("/")[2] for e in named] == ["bob"] * 2


def test_a_client_emits_facets_for_what_it_sends_in_a_job(found: list[Event]) -> None:
    query = [e for e in noted(found) if kind(e) == ("SQL_JOB", "BATCH")]
    assert [e["eventType"] for e in query] == ["START", "COMPLETE"]
    for event in query:
        assert event["job"]["name"] == "server.notes"
        assert event["run"]["facets"]["headwater_session"]["user"] == "carol"
        assert event["run"]["facets"]["headwater_session"]["tags"] == ["nightly"]
        note = event["run"]["facets"]["acme_note"]["text"]
        assert note == NOTE.replace("PW1", "*********(redacted)")
        assert event["job"]["facets"]["acme_team"]["name"] == "orders"
        assert [i["facets"]["acme_tier"]["name"] for i in event["inputs"]] == ["gold"]
        assert "acme_tier" not in event["outputs"][0]["facets"]


def test_the_facets_are_those_of_its_streams_too(modes: Modes, found: list[Event]) -> None:
    stream = streams(found, "noted")
    assert [e["eventType"] for e in stream] == ["START", "RUNNING", "COMPLETE"]
    first = 1 if modes.line.id == "4.0" else 0  # whose start of a stream has no tags
    assert noted(stream) == stream[first:]
    assert [e["inputs"][0]["facets"]["acme_tier"]["name"] for e in noted(stream)] == ["gold"] * (
        3 - first
    )


def test_no_other_operation_has_the_facets(found: list[Event]) -> None:
    others = [e for e in found if e not in noted(found)]
    facets = [e["job"]["facets"] for e in others]
    facets += [d.get("facets", {}) for e in others for d in (*e["inputs"], *e["outputs"])]
    assert [f for f in facets if "acme_team" in f or "acme_tier" in f] == []
    outside = [e for e in others if e["job"]["facets"].get("sql", {}).get("query") == CAROL]
    assert [e["eventType"] for e in outside] == ["START", "COMPLETE"]


def test_a_signal_is_the_regular_end_of_a_server(found: list[Event]) -> None:
    assert events.is_application(found[-1])
    assert found[-1]["eventType"] == "COMPLETE"


def kind(event: Event) -> tuple[str, str]:
    facet = event["job"]["facets"]["jobType"]
    return facet["jobType"], facet["processingType"]


def streams(found: list[Event], folder: str) -> list[Event]:
    """The events of the streaming query that writes to a folder."""
    all_streams = [e for e in found if kind(e) == ("SQL_JOB", "STREAMING")]
    return [e for e in all_streams if e["outputs"][0]["name"].endswith(f"/{folder}")]


def noted(found: list[Event]) -> list[Event]:
    """The events with the facet that a client has emitted."""
    return [e for e in found if "acme_note" in e["run"]["facets"]]
