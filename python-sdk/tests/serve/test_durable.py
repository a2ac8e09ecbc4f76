"""What was accepted is on the disk: after `kill -9` in the middle of the work, and in the next server."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

import duckdb
import pytest

from headwater.cli import main
from headwater.errors import EventError
from headwater.events import RunEvent, read_events
from serving import EVENTS, SHOP, Server, run_event

if TYPE_CHECKING:
    from pathlib import Path

KILL_AFTER = 100


def send_until_it_ends(server: Server, job: str, accepted: list[str]) -> None:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as connection:
        for number in range(1_000_000):
            event = run_event(number, job=job, padding="x" * 3000)
            try:
                connection.request("POST", EVENTS, json.dumps(event), {"Content-Type": "application/json"})
                answer = connection.getresponse()
                answer.read()
            except (OSError, HTTPException):
                return
            assert answer.status == 201
            accepted.append(event["run"]["runId"])


def test_no_accepted_event_is_lost_by_kill_9(tmp_path: Path) -> None:
    """Two senders at once; the server is killed while both wait for answers, twice with the same database."""
    db = tmp_path / "events.duckdb"
    accepted: dict[str, list[str]] = {}
    for attempt in range(2):
        server = Server(db)
        mine = {f"sender.{attempt}.{n}": list[str]() for n in range(2)}
        accepted |= mine
        senders = [threading.Thread(target=send_until_it_ends, args=(server, *each)) for each in mine.items()]
        for sender in senders:
            sender.start()
        while any(len(ids) < KILL_AFTER for ids in mine.values()) and any(s.is_alive() for s in senders):
            time.sleep(0.01)
        server.kill()
        for sender in senders:
            sender.join()
        assert all(len(ids) >= KILL_AFTER for ids in mine.values())
    # the command line reads what the killed server has left
    stored = {(event.job_name, event.run_id) for event in read_events([db]).events if isinstance(event, RunEvent)}
    missing = {(job, run) for job, ids in accepted.items() for run in ids} - stored
    assert missing == set()
    # each sender had one event on its way that was not answered
    assert len(stored) - sum(map(len, accepted.values())) <= len(accepted)
    server = Server(db)
    assert server.get("/api/v1/summary").json["events"] == len(stored)
    assert server.stop() == ""


def test_a_server_that_is_restarted_answers_as_before(tmp_path: Path) -> None:
    db = tmp_path / "shop.duckdb"
    questions = ("/api/v1/summary", "/api/v1/impact?name=crm.orders.amount", "/api/v1/unknown", "/api/v1/events")
    answers: list[list[bytes]] = []
    for _ in range(2):
        server = Server(db)
        if not answers:
            assert server.post(b"[" + b",".join(SHOP.read_bytes().splitlines()) + b"]").status == 201
        answers.append([server.get(question).body for question in questions])
        assert server.stop() == ""
        assert server.process.returncode == 0
    assert answers[0] == answers[1]


def test_the_commands_read_a_database_as_they_read_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "shop.duckdb"
    server = Server(db)
    for line in SHOP.read_bytes().splitlines():
        assert server.post(line).status == 201
    server.stop()
    for command in (["summary"], ["unknown"], ["impact", "crm.rates.rate"], ["where", "email"], ["verify"]):
        printed = []
        for source in (SHOP, db):
            main([*command, str(source)])
            printed.append(capsys.readouterr().out.replace(str(source), "FILE"))
        assert printed[0] == printed[1]
        assert printed[0]


def test_a_database_in_use_names_the_way_to_its_events(tmp_path: Path) -> None:
    server = Server(tmp_path / "a.duckdb")
    server.post(SHOP.read_bytes().splitlines()[0])
    command = [sys.executable, "-m", "headwater"]
    path = str(server.db)
    for arguments in (["summary", path], ["summary", path, "--lenient"], ["serve", "--port", "0", "--db", path]):
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert "another process has this database open" in done.stderr
        assert "/api/v1/events | headwater" in done.stderr
        assert len(done.stderr.splitlines()) == 1
    server.stop()


def test_another_database_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other, text = tmp_path / "other.duckdb", tmp_path / "text.duckdb"
    earlier, later = tmp_path / "earlier.duckdb", tmp_path / "later.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE orders (id INT)")
    with pytest.raises(EventError, match="not one of `headwater serve`"):
        read_events([other])
    for file, version in ((earlier, 1), (later, 99)):
        with duckdb.connect(str(file)) as connection:
            connection.execute(f"CREATE TABLE headwater_serve AS SELECT {version} AS format")
            connection.execute("CREATE TABLE events (seq BIGINT, event VARCHAR)")
    text.write_text("no database\n" * 1000, encoding="utf-8")
    refused = ((other, "give a new file"), (earlier, "give a new file"), (later, "newer"), (text, "DuckDB database"))
    for file, why in refused:
        assert main(["serve", "--port", "0", "--db", str(file)]) == 1
        assert why in capsys.readouterr().err


EVENT = json.dumps(run_event(1))
TABLE = "CREATE TABLE events (seq BIGINT, event VARCHAR)"


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ([TABLE, "INSERT INTO events VALUES (1, NULL), (NULL, '{}')"], "not JSON"),
        (["CREATE TABLE events (seq VARCHAR, event VARCHAR)", "INSERT INTO events VALUES ('a', '')"], "cannot be read"),
        (
            ["CREATE TABLE events (seq HUGEINT, event INT)", "INSERT INTO events VALUES (1::HUGEINT << 100, 3)"],
            "cannot be read",
        ),
        (["CREATE TABLE events (other INT)"], "cannot be read"),
    ],
)
def test_a_database_made_to_do_harm_is_an_error(tmp_path: Path, sql: list[str], why: str) -> None:
    file = tmp_path / "a.duckdb"
    with duckdb.connect(str(file)) as connection:
        for statement in sql:
            connection.execute(statement)
    with pytest.raises(EventError, match=why):
        read_events([file])


def test_a_database_of_two_events_with_all_numbers_between_them_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute(TABLE)
        for number in (-(1 << 63), (1 << 63) - 1):
            connection.execute("INSERT INTO events VALUES (?, ?)", [number, EVENT])
    assert len(read_events([file]).events) == 2


def test_a_view_in_a_database_reads_no_other_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "private.txt").write_text(EVENT, encoding="utf-8")
    file = tmp_path / "a.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("CREATE SCHEMA x")
        connection.execute("CREATE TABLE x.events (other INT)")
        view = "CREATE VIEW events AS SELECT 1::BIGINT AS seq, content AS event FROM read_text('{}')"
        connection.execute(view.format(tmp_path / "private.txt"))
    for command in (["verify"], ["serve", "--port", "0", "--db"]):
        assert main([*command, str(file)]) == 1
        printed = capsys.readouterr()
        assert "etl.job" not in printed.out + printed.err


def test_only_the_user_of_the_server_may_read_its_database(tmp_path: Path) -> None:
    server = Server(tmp_path / "a.duckdb")
    server.post(run_event(1))
    modes = {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    server.stop()
    assert modes == {0o600}
