"""Each event of a Spark Connect server says which client's operation it is."""

from __future__ import annotations

import re

import pytest

from tests.e2e import events
from tests.e2e.spark_submit import LISTENER, agent_warnings, file_transport
from tests.modes.conftest import Modes
from tests.modes.connect_server import connect_server

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ALICE = "CREATE TABLE alice USING parquet AS SELECT id, id % 3 AS part FROM range(9)"
BOB = "CREATE TABLE bob USING parquet AS SELECT part, count(*) AS n FROM alice GROUP BY part"


@pytest.mark.row("facet.run.session")
def test_each_event_names_user_session_operation_and_tags(modes: Modes) -> None:
    driver = modes.driver("connect")
    file = driver.folder / "events.jsonl"
    with connect_server(
        driver, file_transport(file) | {"spark.extraListeners": LISTENER}
    ) as server:
        server.client("alice_b", "nightly", ALICE)
        server.client("bob", "ad hoc", BOB, BOB.replace("bob", "copied"))
    log = (driver.folder / "log").read_text(errors="replace").splitlines()
    assert agent_warnings(log) == []
    found = events.read(file)
    written = [e for e in found if e["job"]["facets"]["jobType"]["jobType"] == "SQL_JOB"]
    sessions = [e["run"]["facets"]["headwater_session"] for e in written]
    assert [(s["server"], s["user"], s["tags"]) for s in sessions] == [
        *[("connect", "alice_b", ["nightly"])] * 2,
        *[("connect", "bob", ["ad hoc"])] * 4,
    ]
    assert all(UUID.fullmatch(s[key]) for s in sessions for key in ("sessionId", "operationId"))
    assert len({s["sessionId"] for s in sessions}) == 2
    assert len({s["operationId"] for s in sessions}) == 3
    assert "user_context" not in file.read_text()
