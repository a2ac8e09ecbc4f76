"""The format of the spool, and the commands that read it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from headwater._crc32c import crc32c
from headwater._records import Acknowledgement, record, scan
from headwater._segment import Segment
from headwater._spool import Directory
from headwater.cli import main
from spools import event, spool, summaries

SAMPLE = Path(__file__).parent / "data" / "sample.seg"


def test_both_languages_read_the_sample_segment() -> None:
    found = Segment.read(SAMPLE)
    assert (found.header["headwater_spool"], found.header["application"]) == (1, "local-1")
    assert summaries([e.event for e in found.events]) == [("1", "START", 0), ("1", "COMPLETE", 1)]
    assert b"".join(record(text) for text, _ in scan(SAMPLE.read_bytes())) == SAMPLE.read_bytes()


def test_directories_of_other_users_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spool(tmp_path, [event(1, "START", 0)])
    (tmp_path / "theirs").mkdir()
    exists = Path.exists

    def refused(path: Path, **options: Any) -> bool:
        if "theirs" in path.parts:
            raise PermissionError(path)
        return exists(path, **options)

    monkeypatch.setattr(Path, "exists", refused)
    assert main(["spool", "status", str(tmp_path)]) == 0
    assert "1 events wait" in capsys.readouterr().out


def test_the_checksum_is_crc_32c() -> None:
    assert crc32c(b"123456789") == 0xE3069283


@pytest.mark.parametrize("length", [*range(56, 72), 127, 128, 129, 1000, 4096, 70_001])
def test_the_checksum_of_long_data_is_that_of_one_bit_after_the_other(length: int) -> None:
    data = hashlib.shake_128(b"seed").digest(length)
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    assert crc32c(data) == crc ^ 0xFFFFFFFF


def test_a_spool_in_memory_is_little_larger_than_its_files(tmp_path: Path) -> None:
    """As parsed JSON it is about ten times as large."""
    events = [event(number, "START", 0) | {"small": [{"n": str(n)} for n in range(200)]} for number in range(100)]
    directory = spool(tmp_path, events)
    tracemalloc.start()
    found = Directory.read(directory)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.waiting == len(events)
    assert size < 2 * (directory / "000001.seg").stat().st_size


def test_an_acknowledgement_does_not_look_at_all_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    segment = Segment.read(spool(tmp_path, [event(1, "START", n) for n in range(5)]) / "000001.seg")
    ends = [stored.end for stored in segment.events]
    monkeypatch.setattr(Acknowledgement, "is_waiting", None)
    for done in (ends[0], ends[3], ends[2]):
        segment.acknowledge(done)
    monkeypatch.undo()
    assert [stored.end for stored in Segment.read(segment.path).waiting] == [ends[1], ends[4]]


@pytest.mark.parametrize(
    "destination",
    ["kinesis stream", "composite (a: http http://h; b: kafka h:1 t)", "transform acme.T to http http://h"],
)
def test_a_directory_for_an_unknown_destination_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], destination: str
) -> None:
    unknown, known = tmp_path / "root" / "unknown", tmp_path / "root" / "known"
    unknown.parent.mkdir()
    for number, (folder, to) in enumerate([(unknown, destination), (known, str(tmp_path / "out.jsonl"))]):
        spool(folder.parent, [event(number, "FAIL", 0)], to=to, name=folder.name)
        os.utime(folder, (number, number))
    assert main(["replay", str(unknown.parent)]) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("sent 1 events; 0 were rejected")
    assert printed.err == (
        f"headwater: {unknown} was skipped: events for {destination} cannot be sent; give --to URL or --to FILE\n"
    )
    assert not known.exists()


@pytest.mark.parametrize("command", [["replay", "--to", "out.jsonl"], ["spool", "retry"]])
def test_what_another_process_delivers_meanwhile_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """As of two replays at the same time."""
    found = [spool(tmp_path, [event(n, "FAIL", 0)], name=str(n)) for n in (1, 2)]
    monkeypatch.setattr("headwater.cli._replay.directories", lambda _: found)
    monkeypatch.setattr("headwater.cli._spool_retry.directories", lambda _: found)
    monkeypatch.chdir(tmp_path)
    shutil.rmtree(found[0])
    assert main([*command, str(tmp_path)]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("sent 1 events" if command[0] == "replay" else "0 events wait again")
    assert printed.err == ""


def test_a_segment_cut_at_any_byte_gives_the_whole_records_before_the_cut() -> None:
    data = SAMPLE.read_bytes()
    ends = [end for _, end in scan(data)]
    for cut in range(len(data) + 1):
        assert [end for _, end in scan(data[:cut])] == [end for end in ends if end <= cut]


def test_a_corrupt_record_does_not_affect_other_records() -> None:
    data = SAMPLE.read_bytes().replace(b'"START"', b'"STORT"')
    assert len(list(scan(data))) == 2


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ([event(1, "START", 0)], "no COMPLETE, FAIL or ABORT"),
        ([event(1, "COMPLETE", 0)], "no START"),
        ([event(1, "START", 0), event(1, "COMPLETE", 2)], "events 1 are missing"),
        ([event(1, "START", 0), event(1, "START", 0), event(1, "FAIL", 1)], "events 0 occur more than once"),
        ([event(1, "COMPLETE", 1), event(1, "START", 0)], "events come in the order 1, 0"),
        ([event(1, "START", 0), event(1, "FAIL", 1), event(1, "COMPLETE", 2)], "ended as COMPLETE and as FAIL"),
        ([event(1, "START", 0) | {"producer": 1}, event(1, "FAIL", 1)], "no producer"),
        ([event(1, "START", 0), event(1, "FAIL", 1), {"eventTime": "x"}], "is not a time"),
    ],
)
def test_verify_reports_each_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], events: list[dict[str, Any]], problem: str
) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text("".join(json.dumps(e) + "\n" for e in events), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert problem in capsys.readouterr().out
