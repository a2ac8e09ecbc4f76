"""Records of a spool that are no events, or odd ones: they never stop the commands, nor the records behind them."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from headwater._kafka import key
from headwater._records import record, scan
from headwater.cli import main
from hostile import RUN, event

if TYPE_CHECKING:
    from pathlib import Path

Capsys = pytest.CaptureFixture[str]
NUMBER = {"sequence": 0}

UNREADABLE = {
    "a number": "5",
    "a list": "[]",
    "a text": '"headwater_spool"',
    "broken": '{"eventTime": ',
    "deep": '{"run":' + "[" * 50_000 + "]" * 50_000 + "}",
}
ODD: dict[str, dict[str, Any]] = {
    "null run": event("START", run=None),
    "null facets": event("START", run={"runId": RUN, "facets": None}, outputs=None),
    "a number as facet": event("START", run={"runId": RUN, "facets": {"headwater_sequence": 5, "parent": 5}}),
    "a text as number": event("START", run={"runId": RUN, "facets": {"headwater_sequence": {"sequence": "1"}}}),
    "a lone surrogate": event("START", "a\ud800", run={"runId": "\ud800\n", "facets": {"headwater_sequence": NUMBER}}),
    "odd outputs": event("START", outputs=[5, {"facets": None}]),
}


def spool(root: Path, texts: list[str], to: str = "") -> Path:
    directory = root / "spool" / "local-1-abc"
    directory.mkdir(parents=True)
    (directory / "lock").touch()
    header = json.dumps({"headwater_spool": 1, "application": "local-1", "to": to, "runs": []})
    (directory / "000001.seg").write_bytes(b"".join(map(record, [header, *texts])))
    return directory


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_record_that_is_no_event_becomes_a_dead_letter(tmp_path: Path, capsys: Capsys, name: str) -> None:
    directory = spool(tmp_path, [UNREADABLE[name], json.dumps(event())])
    assert main(["spool", "status", str(tmp_path / "spool")]) == 0
    assert f"{directory}: 2 wait for an unknown destination, 0 refused" in capsys.readouterr().out
    assert main(["replay", str(directory), "--to", str(tmp_path / "out.jsonl")]) == 1
    assert "sent 1 events; 1 were rejected" in capsys.readouterr().out
    assert json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8")) == event()
    letter = json.loads((directory / "dead-letter.jsonl").read_text(encoding="utf-8"))
    assert letter["event"] == UNREADABLE[name]
    assert letter["reason"]


@pytest.mark.parametrize("name", ODD)
def test_an_odd_event_is_delivered_as_it_is(tmp_path: Path, name: str) -> None:
    directory = spool(tmp_path, [json.dumps(ODD[name]), json.dumps(event(run={"runId": "other"}))])
    assert main(["spool", "status", str(directory), "--json"]) == 0
    assert main(["replay", str(directory), "--to", str(tmp_path / "out.jsonl")]) == 0
    first, second, *aborted = map(json.loads, (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines())
    assert (first, second["run"]["runId"]) == (ODD[name], "other")
    assert [each["eventType"] for each in aborted] == ["ABORT"]
    assert not directory.exists()
    assert key(first)


def test_an_event_type_that_is_a_list_ends_no_run(tmp_path: Path) -> None:
    odd = event() | {"eventType": ["COMPLETE"]}
    directory = spool(tmp_path, [json.dumps(event("START")), json.dumps(odd)])
    assert main(["spool", "status", str(directory)]) == 0
    assert main(["replay", str(directory), "--to", str(tmp_path / "out.jsonl")]) == 0
    sent = [json.loads(line)["eventType"] for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert sent == ["START", ["COMPLETE"], "ABORT"]


def test_a_destination_that_is_no_address_is_one_line(tmp_path: Path, capsys: Capsys) -> None:
    directory = spool(tmp_path, [json.dumps(event())], to="http http://[::1/api\x1b[31m")
    assert main(["replay", str(directory)]) == 1
    error = capsys.readouterr().err
    assert "give --to URL or --to FILE" in error
    assert "\x1b" not in error


def test_damaged_records_take_linear_time() -> None:
    """A guard against hanging: each line claims to be as long as the rest of the file."""
    lines = 20_000
    data = b"".join(b"%08x 00000000 {\n" % ((lines - n) * 20 - 19) for n in range(lines))
    begin = time.process_time()
    assert list(scan(data)) == []
    assert time.process_time() - begin < 20


def test_a_directory_of_another_user_does_not_choose_who_gets_the_key(
    tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "taken.jsonl"
    directory = spool(tmp_path, [json.dumps(event())], to=str(taken))
    monkeypatch.setattr("os.geteuid", lambda: directory.stat().st_uid + 1)
    assert main(["replay", str(tmp_path / "spool")]) == 0
    assert "belongs to another user and was skipped; --to delivers it" in capsys.readouterr().err
    assert not taken.exists()
    assert main(["replay", str(tmp_path / "spool"), "--to", str(tmp_path / "out.jsonl")]) == 0
    assert json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8")) == event()


def test_what_replay_writes_is_for_the_user_only_and_never_through_a_link(tmp_path: Path, capsys: Capsys) -> None:
    directory = spool(tmp_path, [json.dumps(event("START")), "5", json.dumps(event("START", run={"runId": "r"}))])
    backend = str(tmp_path / "out.jsonl")
    assert main(["replay", str(directory), "--to", backend]) == 1
    assert {file.stat().st_mode & 0o077 for file in directory.iterdir() if file.name != "lock"} == {0}
    victim = tmp_path / "victim"
    victim.write_text("kept", encoding="utf-8")
    other = spool(tmp_path / "other", ["5"])
    (other / "dead-letter.jsonl").symlink_to(victim)
    assert main(["replay", str(other), "--to", backend]) == 1
    assert victim.read_text(encoding="utf-8") == "kept"
    assert "symbolic link" in capsys.readouterr().err
