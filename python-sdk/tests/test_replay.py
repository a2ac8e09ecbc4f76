"""``headwater replay``: what a backend, a file or a topic gets of a spool, and what stays."""

from __future__ import annotations

import json
import os
import socketserver
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from headwater._deliver import Backend, File, target
from headwater._kafka import Topic, key
from headwater._records import record
from headwater._segment import Segment
from headwater._spool import Directory
from headwater.cli import main
from headwater.errors import RefusedError, SpoolError, UsageError
from spools import RUN, backend, event, lines, spool, summaries

if TYPE_CHECKING:
    from pathlib import Path


def test_replay_to_a_file_delivers_in_order_and_aborts_open_runs(tmp_path: Path) -> None:
    events = [event(1, "START", 0), event(2, "START", 0), event(2, "RUNNING", 1), event(3, "START", 0)]
    directory = spool(tmp_path, [*events, event(3, "COMPLETE", 1)])
    out = tmp_path / "out.jsonl"
    assert main(["replay", str(directory), "--to", str(out)]) == 0
    expected = [*summaries(events), ("3", "COMPLETE", 1), ("2", "ABORT", 2), ("1", "ABORT", 1)]
    assert summaries(lines(out)) == expected
    assert not directory.exists()
    assert main(["verify", str(out)]) == 0


def test_a_run_whose_last_event_was_delivered_from_memory_is_not_aborted(tmp_path: Path) -> None:
    directory = spool(tmp_path, [event(1, "START", 0), event(2, "START", 0)])
    (directory / f"{RUN.format(2)}.ended").touch()
    assert main(["replay", str(directory), "--to", str(tmp_path / "out.jsonl")]) == 0
    assert summaries(lines(tmp_path / "out.jsonl"))[2:] == [("1", "ABORT", 1)]
    assert not directory.exists()


def test_an_aborted_run_has_not_changed_its_outputs(tmp_path: Path) -> None:
    facets = {"schema": {"fields": []}, "lifecycleStateChange": {"lifecycleStateChange": "DROP"}}
    spool(tmp_path, [event(1, "START", 0) | {"outputs": [{"namespace": "n", "name": "t", "facets": facets}]}])
    assert main(["replay", str(tmp_path), "--to", str(tmp_path / "out.jsonl")]) == 0
    start, abort = lines(tmp_path / "out.jsonl")
    assert start["outputs"][0]["facets"] == facets
    assert abort["outputs"][0]["facets"] == {"schema": {"fields": []}}


def test_a_folder_of_event_files_is_no_spool(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "events.jsonl").write_text("{}\n")
    assert main(["replay", str(tmp_path), "--to", str(tmp_path / "out.jsonl")]) == 1
    assert "has files of events and is no spool" in capsys.readouterr().err


def test_replay_uses_the_original_backend(tmp_path: Path) -> None:
    with backend() as (url, posted):
        spool(tmp_path, [event(1, "START", 0), event(1, "FAIL", 1)], f"http {url}/api/v1/lineage")
        assert main(["replay", str(tmp_path)]) == 0
    assert [key for key, _ in posted] == [f"{RUN.format(1)}-START-0", f"{RUN.format(1)}-FAIL-1"]


def test_replay_continues_after_an_interruption(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = spool(tmp_path, [event(1, "START", 0), event(1, "FAIL", 1), event(2, "START", 0)])
    found = Segment.read(directory / "000001.seg")
    for delivered in found.events[:2]:
        found.acknowledge(delivered.end)
    assert main(["spool", "status", str(tmp_path)]) == 0
    assert "1 wait for http http://127.0.0.1:1/api/v1/lineage, 0 refused, 1 open runs" in capsys.readouterr().out
    assert main(["replay", str(tmp_path), "--to", str(tmp_path / "out.jsonl")]) == 0
    assert summaries(lines(tmp_path / "out.jsonl")) == [("2", "START", 0), ("2", "ABORT", 1)]


def test_refused_events_are_kept_with_the_reason(tmp_path: Path) -> None:
    directory = spool(tmp_path, [event(1, "START", 0), event(1, "FAIL", 1)])
    with backend(422) as (url, posted):
        assert main(["replay", str(tmp_path), "--to", url]) == 1
    assert summaries([e for _, e in posted]) == [("1", "FAIL", 1)]
    letters = lines(directory / "dead-letter.jsonl")
    assert letters[0]["reason"].startswith("HTTP status 422")
    assert summaries([letters[0]["event"]]) == [("1", "START", 0)]
    assert Directory.read(directory).waiting == 0


def test_every_digit_survives_replay_and_the_abort_of_an_open_run(tmp_path: Path) -> None:
    """As text: a parsed number of JSON may be rounded."""
    numbers = '{"_producer":"p","_schemaURL":"s","id":9007199254740993,"ratio":0.12345678901234567890,"big":1.50E+400}'
    start = json.dumps(event(1, "START", 0)).replace('"facets": {', '"facets": {"acme": ' + numbers + ",")
    directory = spool(tmp_path, [])
    with (directory / "000001.seg").open("ab") as segment:
        segment.write(record(start))
    with backend(400) as (url, _):
        assert main(["replay", str(tmp_path), "--to", url]) == 1
    assert numbers in (directory / "dead-letter.jsonl").read_text()
    other = tmp_path / "other"
    other.mkdir()
    out = tmp_path / "out.jsonl"
    again = spool(other, [])
    with (again / "000001.seg").open("ab") as segment:
        segment.write(record(start))
    assert main(["replay", str(again), "--to", str(out)]) == 0
    first, abort = out.read_text().splitlines()
    assert first == start
    assert numbers in abort
    assert json.loads(abort)["eventType"] == "ABORT"


def test_an_event_that_fails_is_passed_over_with_its_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("headwater._deliver._MAX_PAUSE_SECONDS", 0.0)
    events = [event(1, "START", 0), event(2, "START", 0), event(1, "FAIL", 1), event(2, "FAIL", 1)]
    directory = spool(tmp_path, events)
    with backend(500, 500, 500, 500, 500) as (url, posted):
        assert main(["replay", str(tmp_path), "--to", url]) == 1
    assert [key[-9:] for key, _ in posted] == ["2-START-0", "02-FAIL-1"]
    assert "events of 1 runs fail" in capsys.readouterr().err
    assert summaries([e.event for e in Directory.read(directory).segments[0].waiting]) == [
        ("1", "START", 0),
        ("1", "FAIL", 1),
    ]
    assert main(["replay", str(tmp_path), "--to", str(tmp_path / "out.jsonl")]) == 0
    assert summaries(lines(tmp_path / "out.jsonl")) == [("1", "START", 0), ("1", "FAIL", 1)]
    assert not directory.exists()


@pytest.mark.parametrize("failing_comes_first", [True, False])
def test_an_application_whose_events_fail_does_not_stop_the_others(
    tmp_path: Path, *, failing_comes_first: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In either order of the two directories."""
    monkeypatch.setattr("headwater._deliver._MAX_PAUSE_SECONDS", 0.0)
    for number, name in enumerate(("first", "second"), 1):
        made = spool(tmp_path, [event(number, "START", 0), event(number, "FAIL", 1)], name=name)
        os.utime(made, (number, number))
    answers = [500] * 5 if failing_comes_first else [200, 200, *[500] * 5]
    with backend(*answers) as (url, posted):
        assert main(["replay", str(tmp_path), "--to", url]) == 1
    assert len(posted) == 2
    printed = capsys.readouterr()
    assert printed.out == "sent 2 events; 0 were rejected and are in dead-letter.jsonl\n"
    assert printed.err.startswith("headwater: events of 1 runs fail while others are accepted")
    assert [each.name for each in tmp_path.iterdir()] == ["first" if failing_comes_first else "second"]


def test_a_backend_that_accepts_no_event_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("headwater._deliver._MAX_PAUSE_SECONDS", 0.0)
    spool(tmp_path, [event(1, "START", 0), event(1, "FAIL", 1)])
    with backend(*[500] * 5) as (url, _):
        assert main(["replay", str(tmp_path), "--to", url]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "HTTP status 500" in printed.err


@pytest.mark.parametrize("answers", [(), (500,) * 20])
def test_an_error_tells_how_many_events_still_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answers: tuple[int, ...]
) -> None:
    monkeypatch.setattr("headwater._deliver._MAX_PAUSE_SECONDS", 0.0)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    spool(tmp_path, [event(number, kind, n) for number in (1, 2, 3, 4) for n, kind in enumerate(("START", "FAIL"))])
    with backend(*answers) as (url, _):
        assert main(["replay", str(tmp_path), "--to", url if answers else "http://127.0.0.1:1"]) == 1
    assert capsys.readouterr().err.endswith(f"; 8 events still wait in {tmp_path}\n")


@pytest.mark.parametrize(
    "answer",
    [
        b"hello\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut",
        b"HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ncut",
        b"HTTP/1.1 503 Oh\r\nRetry-After: \xb2\r\nContent-Length: 0\r\n\r\n",
    ],
)
def test_an_answer_that_is_no_http_or_is_cut_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: bytes
) -> None:
    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65536)
            self.request.sendall(answer)

    monkeypatch.setattr("headwater._deliver._MAX_PAUSE_SECONDS", 0.0)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    spool(tmp_path, [event(1, "START", 0)])
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        assert main(["replay", str(tmp_path), "--to", url]) == 1
        server.shutdown()
    assert f"{url}/api/v1/lineage: " in capsys.readouterr().err
    assert main(["replay", str(tmp_path), "--to", str(tmp_path / "out.jsonl")]) == 0


def test_replay_honours_retry_after(tmp_path: Path) -> None:
    pauses: list[float] = []
    with backend(503, 500) as (url, posted):
        Backend(url, pauses.append).send(json.dumps(event(1, "START", 0)))
        assert pauses == [7.0, 7.0]
        assert len(posted) == 1
    with pytest.raises(SpoolError, match="refused"):
        Backend(url, pauses.append).send(json.dumps(event(1, "START", 0)))
    with backend(403) as (url, _), pytest.raises(SpoolError, match="fix the URL or the API key"):
        target(url).send("{}")
    with backend(400) as (url, _), pytest.raises(RefusedError):
        Backend(url, pauses.append).send(json.dumps(event(1, "START", 0)))


def test_a_directory_in_use_is_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = spool(tmp_path, [event(1, "START", 0)])
    hold = "import fcntl, sys; f = open(sys.argv[1], 'r+'); fcntl.lockf(f, 2); print('held', flush=True); input()"
    command = [sys.executable, "-c", hold, str(directory / "lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert main(["replay", str(tmp_path), "--to", str(tmp_path / "out")]) == 0
        assert main(["spool", "status", str(tmp_path), "--json"]) == 0
        holder.communicate("\n")
    printed = capsys.readouterr()
    assert "in use" in printed.err
    assert '"running": true' in printed.out
    assert Directory.read(directory).waiting == 1


def test_what_is_delivered_while_it_is_counted_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, other = (spool(tmp_path, [event(1, "START", 0)], name=name) for name in ("a", "b"))
    (directory / "000002.seg").symlink_to(tmp_path / "deleted")
    read = Directory.read

    def read_and_delete(path: Path) -> Directory:
        found = read(path)
        if path == other:
            found.clear()
        return found

    monkeypatch.setattr(Directory, "read", read_and_delete)
    assert main(["spool", "status", str(tmp_path), "--json"]) == 0
    assert [(row["directory"], row["waiting"]) for row in json.loads(capsys.readouterr().out)] == [(str(directory), 1)]


def test_a_file_is_named_by_its_address(tmp_path: Path) -> None:
    file = tmp_path / "a b.jsonl"
    assert target(file.as_uri()) == File(file)


def test_an_unusable_destination_is_reported() -> None:
    for text in ("", "kafka topic t #12345678", "s3://bucket/x"):
        with pytest.raises(UsageError):
            target(text)
    assert target("kafka://a:1,b:2/topic") == target("kafka a:1,b:2 topic") == Topic("a:1,b:2", "topic")
    assert target("http://h") == Backend("http://h/api/v1/lineage")
    assert target("http http://h/own/path") == Backend("http://h/own/path")


@pytest.mark.parametrize(
    "text", ["http://me:hunter2@h/api?api_key=hunter2", "ftp://me:hunter2@h/", "http://[::1?api_key=hunter2"]
)
def test_an_error_does_not_repeat_what_is_secret_in_an_address(text: str) -> None:
    with pytest.raises(UsageError) as error:
        target(text)
    assert "hunter2" not in str(error.value)


def test_the_parameters_of_an_address_are_in_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spool(tmp_path, [event(1, "START", 0)])
    with backend(403) as (url, _):
        assert main(["replay", str(tmp_path), "--to", f"{url}/api?api_key=hunter2"]) == 1
    assert f"{url}/api: HTTP status 403" in (errors := capsys.readouterr().err)
    assert "hunter2" not in errors


def test_replay_to_kafka_without_a_client_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "kafka", None)
    directory = spool(tmp_path, [event(1, "START", 0)])
    assert main(["replay", str(tmp_path), "--to", "kafka://h:9092/lineage"]) == 1
    assert "pip install 'headwater[kafka]'" in capsys.readouterr().err
    assert Directory.read(directory).waiting > 0


def test_the_key_in_kafka_is_that_of_the_outermost_job() -> None:
    job = {"namespace": "ns", "name": "inner"}
    outer = {"job": {"namespace": "ns", "name": "outer"}}
    root = {"job": {"namespace": "airflow", "name": "dag"}}
    assert key({"job": job}) == "run:ns/inner"
    assert key({"job": job, "run": {"facets": {"parent": outer}}}) == "run:ns/outer"
    assert key({"job": job, "run": {"facets": {"parent": outer | {"root": root}}}}) == "run:airflow/dag"
