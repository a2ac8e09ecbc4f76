"""Hive closes the class loader of `--jars` when a JDBC session ends. The sessions after it have lineage all the same."""

from __future__ import annotations

from pathlib import Path

from tests.e2e import events
from tests.e2e.events import TERMINAL
from tests.e2e.spark_submit import LISTENER, agent_warnings, file_transport
from tests.modes.conftest import Modes
from tests.modes.thrift_server import thrift_server

ALICE = ("CREATE TABLE alice USING parquet AS SELECT id, id % 3 AS part FROM range(9)",)
BOB = (
    "CREATE TABLE bob USING parquet AS SELECT part, sum(id) OVER (PARTITION BY part) AS total FROM alice",
    "CREATE VIEW shares AS SELECT part, total FROM bob",
    "INSERT INTO bob SELECT part, max(total) FROM shares GROUP BY part",
    "CREATE TABLE nested USING parquet AS SELECT map(part, struct(total AS t)) AS m FROM bob",
    "DROP TABLE alice",
)
CAROL = ("CREATE TABLE carol USING parquet AS SELECT map_values(m)[0].t AS t FROM nested",)


def test_a_second_session_has_lineage_after_the_first_is_closed(modes: Modes) -> None:
    driver = modes.driver("thrift")
    file = driver.folder / "events.jsonl"
    with thrift_server(driver, file_transport(file) | {"spark.extraListeners": LISTENER}) as server:
        server.pyhive("alice", *ALICE)
        server.pyhive("bob", *BOB)
        server.beeline("carol", *CAROL)
    assert agent_warnings(server.log) == []
    written = {output(file, sql) for sql in (*ALICE, *BOB, *CAROL)}
    assert written == {"alice", "bob", "shares", "nested", "carol"}
    assert all(
        group[-1]["eventType"] in TERMINAL for group in events.runs(events.read(file)).values()
    )
    assert {e["job"]["name"].partition(".")[0] for e in events.read(file)} == {"spark_sql"}
    (end,) = [
        e for e in events.read(file) if events.is_application(e) and e["eventType"] in TERMINAL
    ]
    assert end["eventType"] == "COMPLETE", "SIGTERM is the regular end of a server"
    assert {user_of(file, sql) for sql in ALICE} == {"alice"}
    assert {user_of(file, sql) for sql in BOB} == {"bob"}
    assert {user_of(file, sql) for sql in CAROL} == {"carol"}


def user_of(file: Path, sql: str) -> str:
    """The user in all events of the run of a statement."""
    found = [
        event["run"]["facets"]["headwater_session"]
        for event in events.read(file)
        if event["job"]["facets"].get("sql", {}).get("query") == sql
    ]
    assert len(found) == 2
    assert {session["server"] for session in found} == {"thrift"}
    assert all(session["sessionId"] and session["operationId"] for session in found)
    return str(found[0]["user"])


def output(file: Path, sql: str) -> str:
    """The last part of the name of what the run of a statement has written or dropped."""
    found = [
        event
        for event in events.read(file)
        if event["job"]["facets"].get("sql", {}).get("query") == sql
        and event["eventType"] == "COMPLETE"
    ]
    assert len(found) == 1, sql
    names = [dataset["name"] for dataset in found[0]["outputs"]]
    assert len(names) == 1, sql
    return str(names[0]).rpartition("/")[2].rpartition(".")[2]
