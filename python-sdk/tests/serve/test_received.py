"""Events over HTTP: what is taken, what is refused and why, and what is read again."""

from __future__ import annotations

import gzip
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import (
    DatasetEvent,
    InputDataset,
    Job,
    JobEvent,
    OutputDataset,
    Run,
    RunEvent,
    RunState,
)
from openlineage.client.generated.base import StaticDataset
from openlineage.client.transport.http import HttpConfig, HttpTransport
from openlineage.client.uuid import generate_new_uuid

from headwater.events import read_events
from serving import BATCH, EVENTS, Server, run_event

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMON: dict[str, Any] = {"eventTime": "2026-05-01T10:00:00Z", "producer": "https://example.org/p"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("db") / "new" / "events.duckdb", "--max-mb", "1")
    yield server
    assert server.stop() == ""


def stored(server: Server, job: str) -> list[str]:
    return [event["run"]["runId"][-2:] for event in server.events(f"?job={job}")]


def test_an_event_is_stored_as_it_was_sent(server: Server) -> None:
    event = run_event(1, job="as.sent", other={"kept": [1.0, None, "ü"]})
    answer = server.post(event)
    assert (answer.status, answer.json) == (201, {"accepted": 1})
    assert server.events("?job=as.sent") == [event]


def test_an_indented_event_is_one_line_when_it_is_read(server: Server) -> None:
    event = run_event(2, job="indented")
    assert server.post(json.dumps(event, indent=2).replace("\n", "\r\n").encode()).status == 201
    assert server.events("?job=indented") == [event]


def test_openlineage_python_sends_every_kind_of_event(server: Server) -> None:
    plain = OpenLineageClient(transport=HttpTransport(HttpConfig(server.url)))
    config = HttpConfig.from_dict({"url": server.url, "compression": "gzip", "endpoint": EVENTS.removeprefix("/")})
    packed = OpenLineageClient(transport=HttpTransport(config))
    job = Job("airflow", "python.client")
    for client in (plain, packed):
        run = Run(str(generate_new_uuid()))
        for state in (RunState.START, RunState.COMPLETE):
            client.emit(RunEvent(eventType=state, run=run, job=job, inputs=[InputDataset("db", "a")], **COMMON))
        client.emit(JobEvent(job=job, outputs=[OutputDataset("db", "b")], **COMMON))
        client.emit(DatasetEvent(dataset=StaticDataset("db", "only.in.dataset.event"), **COMMON))
    kinds = [event.get("eventType", "JOB") for event in server.events("?job=python.client")]
    assert kinds == ["START", "COMPLETE", "JOB"] * 2
    tables = server.get("/api/v1/find?text=only.in.dataset").json["tables"]["rows"]
    assert [table["name"] for table in tables] == ["only.in.dataset.event"]


def test_an_array_is_taken_and_what_is_no_event_is_named(server: Server) -> None:
    events = [run_event(11, job="array"), {"no": "event"}, run_event(12, job="array")]
    for path, status in ((EVENTS, 201), (BATCH, 200)):
        answer = server.post(events, path)
        assert answer.status == status
        assert answer.json["accepted"] == 2
        assert [each["index"] for each in answer.json["refused"]] == [1]
        assert "'eventTime' is missing" in answer.json["refused"][0]["error"]
    assert stored(server, "array") == ["11", "12"] * 2


def test_a_batch_is_answered_as_the_api_of_openlineage_says(server: Server) -> None:
    def summary(received: int, failed: int) -> dict[str, int]:
        counts = {"received": received, "successful": received - failed, "failed": failed}
        return {**counts, "retriable": 0, "non_retriable": failed}

    events = [run_event(71, job="batch"), {"no": "event"}, run_event(72, job="batch")]
    clean, partial = server.post([events[0], events[2]], BATCH).json, server.post(events, BATCH).json
    assert clean == {"accepted": 2, "status": "success", "summary": summary(2, 0)}
    assert server.post([], BATCH).json == {"accepted": 0, "status": "success", "summary": summary(0, 0)}
    (refused,) = partial["refused"]
    assert (partial["status"], partial["summary"]) == ("partial_success", summary(3, 1))
    assert partial["failed_events"] == [{"index": 1, "reason": refused["error"], "retriable": False}]
    many = server.post([events[0], *[{}] * 300], BATCH).json
    assert (many["summary"], len(many["failed_events"])) == (summary(301, 300), 100)
    assert "status" not in server.post(events).json
    paths = server.get("/openapi.json").json["paths"]
    schema = paths[BATCH]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert set(schema["properties"]) == set(partial)
    assert set(schema["required"]) == set(clean)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"null", "not an object"),
        (b"[" * 100_000, "nested more than 500 deep"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not JSON that can be read"),
        (b'[{"eventTime": "x"}, 3]', "event 0: "),
        (json.dumps(run_event(1) | {"eventTime": "yesterday"}).encode(), "'yesterday' is not a time"),
        (
            json.dumps(run_event(1) | {"eventTime": "0001-01-01T00:00:00+10:00"}).encode(),
            "not within the years 1 to 9998",
        ),
        (json.dumps(run_event(1) | {"eventTime": "1969-12-31T23:59:59Z"}).encode(), "must be between 1970 and"),
        (
            json.dumps(run_event(1) | {"eventTime": "9999-12-31T23:59:59-10:00"}).encode(),
            "not within the years 1 to 9998",
        ),
        (json.dumps(run_event(1) | {"eventTime": "2970-01-01T00:00:00Z"}).encode(), "must be between 1970 and"),
        (json.dumps(run_event(1) | {"run": None}).encode(), "'run' is missing"),
        (json.dumps(run_event(1) | {"inputs": [{"name": "x"}]}).encode(), "'namespace' is missing"),
    ],
)
def test_what_is_no_event_is_refused_with_the_reason(server: Server, body: bytes, why: str) -> None:
    answer = server.post(body)
    assert answer.status == 400
    assert why in answer.error


def test_a_batch_must_be_an_array(server: Server) -> None:
    answer = server.post(run_event(1), BATCH)
    assert (answer.status, "a batch is an array" in answer.error) == (400, True)


def test_texts_that_databases_dislike_are_stored(server: Server) -> None:
    job = "'; DROP TABLE events; --\0\n\ud800"
    event = run_event(21, job=job, run={"runId": "not a uuid \0 \u202e"})
    assert server.post(event).status == 201
    (found,) = [each for each in server.events("?type=complete") if each["run"]["runId"] == "not a uuid \0 \u202e"]
    assert found["job"]["name"] == job
    assert server.get("/api/v1/summary").status == 200


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_have_are_refused(server: Server, number: str) -> None:
    body = json.dumps(run_event(61)).replace("{", f'{{"x": {number}, ', 1).encode()
    for content in (body, b"[" + body + b"]"):
        answer = server.post(content)
        assert (answer.status, f"{number} is not a number of JSON" in answer.error) == (400, True)


def test_the_summary_counts_all_stored_runs(server: Server) -> None:
    before = json.loads(server.get("/api/v1/summary").body)
    server.post([run_event(n, "FAIL" if n < 603 else "COMPLETE", job="often") for n in range(600, 630)])
    after = json.loads(server.get("/api/v1/summary").body)
    assert {key: after[key] - before[key] for key in ("events", "runs", "failed_runs", "jobs")} == {
        "events": 30,
        "runs": 30,
        "failed_runs": 3,
        "jobs": 1,
    }


def test_bodies_beyond_the_limit_are_refused_and_not_kept(server: Server) -> None:
    event = run_event(31, job="large", x="x" * 900_000)
    assert server.post(event).status == 201
    large = json.dumps(event | {"x": "x" * (1 << 20)}).encode()
    assert server.post(large).status == 413
    pieces = (large[at : at + 50_000] for at in range(0, len(large), 50_000))
    assert server.ask("POST", EVENTS, pieces).status == 413
    bomb = gzip.compress(b'{"x": "' + bytes(300_000_000) + b'"}', 9)
    for packed in (gzip.compress(large), bomb):
        answer = server.post(packed, **{"Content-Encoding": "gzip"})
        assert (answer.status, "larger than 1 MB" in answer.error) == (413, True)
    assert stored(server, "large") == ["31"]


@pytest.mark.parametrize(
    ("headers", "status", "why"),
    [
        ({"Content-Type": "text/plain"}, 415, "send application/json"),
        ({"Content-Type": "application/json; charset=utf-8"}, 201, ""),
        ({"Content-Encoding": "br"}, 415, "send gzip"),
        ({"Content-Encoding": "gzip"}, 400, "no gzip data"),
        ({"Content-Length": "99999999999"}, 413, "--max-mb"),
    ],
)
def test_headers_that_cannot_be_served_are_refused(
    server: Server, headers: dict[str, str], status: int, why: str
) -> None:
    answer = server.ask(
        "POST", EVENTS, json.dumps(run_event(41)).encode(), {"Content-Type": "application/json", **headers}
    )
    assert answer.status == status
    assert why in answer.body.decode()


def test_gzip_that_is_cut_off_or_has_a_second_part_is_refused(server: Server) -> None:
    packed = gzip.compress(json.dumps(run_event(42)).encode())
    for body, why in ((packed[:-10], "cut off"), (packed + packed, "more after its end")):
        answer = server.post(body, **{"Content-Encoding": "gzip"})
        assert (answer.status, why in answer.error) == (400, True)


def test_stored_events_are_chosen_by_filters(server: Server) -> None:
    server.post([run_event(n, type_, job="chosen") for n, type_ in ((51, "START"), (52, "FAIL"), (53, "COMPLETE"))])
    assert stored(server, "chosen&type=fail") == ["52"]
    assert stored(server, "chosen&limit=2") == ["51", "52"]
    assert stored(server, "chosen&since=2026-05-01T10:00:00.000052Z") == ["52", "53"]
    assert stored(server, "chosen&until=2026-05-01T10:00:00.000052Z") == ["51"]
    assert stored(server, "chosen&run=00000000-0000-4000-8000-000000000053") == ["53"]
    for wrong in ("limit=0", "since=then", "order=up"):
        assert server.get(f"/api/v1/events?{wrong}").status == 400


def test_events_are_a_file_for_the_command_line(server: Server, tmp_path: Path) -> None:
    server.post([run_event(n, job="for.a.file") for n in range(250)])  # more than one portion
    file = tmp_path / "events.jsonl"
    file.write_bytes(server.get("/api/v1/events?job=for.a.file").body)
    assert len(read_events([file]).events) == 250


def test_a_backup_of_large_events_is_restored_by_the_documented_command(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs/reference/serve.md").read_text(encoding="utf-8")
    (restore,) = [line for line in page.splitlines() if line.startswith("zcat events.jsonl.gz")]
    columns = [{"name": f"column {number}", "type": "string", "ü": None} for number in range(300)]
    events = [run_event(number, job="restored", columns=columns) for number in range(1500)]
    backup = tmp_path / "events.jsonl.gz"
    backup.write_bytes(gzip.compress("".join(f"{json.dumps(event)}\n" for event in events).encode(), 1))
    restored = Server(tmp_path / "restored.duckdb")
    command = ["/bin/bash", "-o", "pipefail", "-c", restore.replace("http://127.0.0.1:8765", restored.url)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert restored.events() == events
    assert restored.stop() == ""


def test_an_event_that_is_sent_again_with_its_key_is_stored_once(tmp_path: Path) -> None:
    other = Server(tmp_path / "keys.duckdb")
    first, second = run_event(61, job="again"), run_event(62, job="again")
    for event, key in (
        (first, "a"),
        (first, "a"),
        (second, "a"),
        (first, "b"),
        (first, "x" * 5000),
        (first, "x" * 5000),
    ):
        assert other.post(event, **{"Idempotency-Key": key}).status == 201
    with ThreadPoolExecutor(8) as pool:
        sent = pool.map(lambda _: other.post(second, **{"Idempotency-Key": "at once"}).status, range(16))
        assert set(sent) == {201}
    expected = ["61", "62", "61", "61", "62"]
    assert stored(other, "again") == expected
    other.kill()
    other = Server(other.db)
    assert other.post(first, **{"Idempotency-Key": "a"}).status == 201
    assert stored(other, "again") == expected
    assert other.post(first).status == other.post(first).status == 201  # without a key, nothing is left out
    assert stored(other, "again") == [*expected, "61", "61"]
    other.stop()
