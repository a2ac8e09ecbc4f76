from __future__ import annotations

import json
import os
from datetime import datetime, timezone
from pathlib import Path

import pytest

import samples
from headwater._reading.fields import time_of
from headwater.cli import main
from headwater.errors import EventError, UsageError
from headwater.events import RunEvent, read_events


def test_folders_and_files_are_read_in_the_order_of_time(tmp_path: Path) -> None:
    events = samples.shop()
    (tmp_path / "deep").mkdir()
    late = samples.write(tmp_path / "deep" / "a.jsonl", events[4:])
    samples.write(tmp_path / "b.ndjson", events[:4])
    log = read_events([tmp_path, late])
    names = [event.job_name for event in log.events if isinstance(event, RunEvent)]
    assert names == [event["job"]["name"] for event in events]


@pytest.mark.parametrize(
    "line", ["{", "7", "{}", '{"eventTime": "x"}', '{"eventTime": "2026-01-01T00:00:00Z", "run": 1}']
)
def test_a_bad_line_is_named_by_file_and_number_or_counted(tmp_path: Path, line: str) -> None:
    file = samples.write(tmp_path / "a.jsonl", samples.shop()[:2])
    file.write_text(file.read_text(encoding="utf-8") + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(EventError, match=r"a\.jsonl, line 4: "):
        read_events([file])
    log = read_events([file], lenient=True)
    assert (len(log.events), log.skipped) == (2, 1)
    assert "a.jsonl, line 4: " in log.first_error


@pytest.mark.parametrize("line", ["[1,2]", '["a", {}]', "[null]", "[true", "[1.5e3 ]", "7"])
def test_json_that_is_no_event_is_not_called_broken(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.jsonl").write_text(line + "\n", encoding="utf-8")
    log = read_events([tmp_path / "a.jsonl"], lenient=True)
    assert log.first_error.endswith("a.jsonl, line 1: it is JSON, but not an OpenLineage event: not an object")


def test_lenient_commands_say_what_they_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = samples.write(tmp_path / "a.jsonl", samples.shop())
    file.write_text("{\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["summary", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"headwater: {file}, line 1: not JSON: an object or array has no end")
    assert main(["summary", str(file), "--lenient"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("8 events, 3 jobs, ")
    assert printed.err.startswith(f"headwater: skipped 1 that are not events; {file}, line 1: not JSON: ")


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_nothing_to_read_is_an_error(name: str) -> None:
    with pytest.raises(UsageError):
        read_events([name])


def test_the_summary_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(samples.write(tmp_path / "a.jsonl", samples.shop()))
    assert main(["summary", "--json", file]) == 0
    summary = json.loads(capsys.readouterr().out)
    by_dataset = {row.pop("dataset"): row for row in summary.pop("by_dataset")}
    assert summary == {"events": 8, "jobs": 3, "runs": 4, "failed_runs": 1, "datasets": 4, "columns": 12, "edges": 6}
    assert by_dataset["gold/report"] == {"columns": 2, "with_source": 2, "edges": 2, "written_by": 1, "read_by": 1}
    assert main(["summary", file]) == 0
    assert capsys.readouterr().out.startswith(
        "8 events, 3 jobs, 4 runs, 1 failed runs, 4 datasets, 12 columns, 6 edges\n"
    )


def test_the_view_is_written_from_the_default_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "headwater-events").mkdir()
    samples.write(tmp_path / "headwater-events" / "a.jsonl", samples.shop())
    assert main(["view", "-o", "out/page.html", "--title", "Shop"]) == 0
    assert capsys.readouterr().out == "out/page.html: 4 datasets, 3 jobs, 6 column edges\n"
    assert "<title>Shop · Headwater</title>" in (tmp_path / "out" / "page.html").read_text(encoding="utf-8")
    assert main(["view", "-o", "-", "--title", "Shop"]) == 0
    assert capsys.readouterr().out == (tmp_path / "out" / "page.html").read_text(encoding="utf-8") + "\n"


def test_a_page_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    samples.write(tmp_path / "a.jsonl", samples.shop())
    (tmp_path / "page.html").write_text("old", encoding="utf-8")

    def write_half(path: Path, content: bytes) -> int:
        with path.open("wb") as file:
            file.write(content[:100])
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", write_half)
    assert main(["view", "a.jsonl", "-o", "page.html"]) == 1
    assert capsys.readouterr().err.endswith("No space left on device\n")
    assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", "page.html"}
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "old"


def test_a_page_is_written_to_a_device_and_through_a_link(tmp_path: Path) -> None:
    samples.write(tmp_path / "a.jsonl", samples.shop())
    assert main(["view", "a.jsonl", "-o", os.devnull]) == 0
    assert not Path(os.devnull).is_file()
    (tmp_path / "link.html").symlink_to(tmp_path / "page.html")
    assert main(["view", "a.jsonl", "-o", "link.html"]) == 0
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "page.html").is_file()


def test_a_page_that_is_written_again_keeps_its_mode_and_no_other_file_changes(tmp_path: Path) -> None:
    samples.write(tmp_path / "a.jsonl", samples.shop())
    page, other = tmp_path / "page.html", tmp_path / "page.html.new"
    other.write_text("of the user", encoding="utf-8")
    assert main(["view", "a.jsonl", "-o", "page.html"]) == 0
    assert page.stat().st_mode == other.stat().st_mode
    page.chmod(0o640)
    assert main(["view", "a.jsonl", "-o", "page.html"]) == 0
    assert page.stat().st_mode & 0o777 == 0o640
    assert other.read_text(encoding="utf-8") == "of the user"
    assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", "page.html", "page.html.new"}


@pytest.mark.parametrize("found", [False, True])
def test_a_browser_that_is_not_found_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    found: bool,  # noqa: FBT001  (a parameter of the test)
) -> None:
    samples.write(tmp_path / "a.jsonl", samples.shop())
    monkeypatch.setattr("webbrowser.open", lambda address: found)
    assert main(["view", "a.jsonl", "--open"]) == 0
    assert capsys.readouterr().err == ("" if found else "headwater: no browser was found; open lineage.html\n")


def test_an_error_is_one_line_and_exit_code_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", "missing.jsonl"]) == 1
    assert capsys.readouterr().err == "headwater: no such file or folder: missing.jsonl\n"


@pytest.mark.parametrize("zone", ["Z", "z", "+00:00", "+0000", "+00", ""])
@pytest.mark.parametrize("seconds", ["05", "05.250", "05.250000001"])
def test_a_time_may_have_each_form_of_a_zone(seconds: str, zone: str) -> None:
    """Python 3.10 reads fewer forms than later versions."""
    expected = datetime(2026, 5, 1, 10, 0, 5, 250_000 if "." in seconds else 0, timezone.utc)
    assert time_of(f"2026-05-01T10:00:{seconds}{zone}") == expected


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.9999999Z"])
def test_a_time_that_is_none_in_another_zone_is_refused(time: str) -> None:
    with pytest.raises(EventError, match="is not within the years 1 to 9998 in UTC"):
        time_of(time)


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00Z", "9998-12-31T12:00:00Z"])
def test_the_first_and_the_last_times_can_be_written(
    time: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = [{**each, "eventTime": time} for each in samples.shop()]
    file = str(samples.write(tmp_path / "a.jsonl", events))
    for command in (["impact", "raw/orders"], ["unused"], ["stale"]):
        assert main([*command, file]) == 0
    assert time[:4] in capsys.readouterr().out
