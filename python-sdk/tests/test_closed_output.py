"""The exit code of a command whose output nobody reads, or whose output cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import samples
from headwater.cli import _main
from hostile import event, lines, write

DATA = Path(__file__).parent / "data"
SHOP = str(DATA / "shop.jsonl")
POLICY = str(DATA / "policy.yml")


def unread(target: int, *arguments: str, errors: int = subprocess.PIPE, buffered: bool = True) -> tuple[int, str]:
    """Run a command, with the buffers that Python has by default, into a pipe or a file that takes nothing."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, *([] if buffered else ["-u"]), "-m", "headwater", *arguments]
    done = subprocess.run(command, stdout=target, stderr=errors, text=True, env=environment, check=False)
    os.close(target)
    return done.returncode, done.stderr


@pytest.fixture
def closed_pipe() -> int:
    """A pipe whose reader has closed it; `unread` closes the other end."""
    read, write = os.pipe()
    os.close(read)
    return write


@pytest.mark.parametrize("arguments", [["summary", SHOP], ["--help"], ["cds", "--help"]])
def test_a_reader_that_ends_early_is_no_error(closed_pipe: int, arguments: list[str]) -> None:
    assert unread(closed_pipe, *arguments) == (0, "")


def test_a_broken_rule_is_one_although_nobody_reads_it(closed_pipe: int) -> None:
    assert unread(closed_pipe, "check", POLICY, SHOP) == (1, "")


def test_lost_lineage_is_found_although_nobody_reads_it(closed_pipe: int, tmp_path: Path) -> None:
    base = str(samples.write(tmp_path / "base.jsonl", samples.shop()))
    assert unread(closed_pipe, "diff", base, SHOP, "--fail-on", "any") == (1, "")


def test_an_invalid_event_is_found_although_nobody_reads_it(closed_pipe: int, tmp_path: Path) -> None:
    assert unread(closed_pipe, "verify", write(tmp_path, "a.jsonl", lines([event(), event()]))) == (1, "")


@pytest.mark.parametrize("arguments", [["view", SHOP, "-o", "-"], ["verify", "a.jsonl"]])
def test_a_command_that_has_no_exit_code_yet_ends_like_one_that_sigpipe_ends(
    closed_pipe: int, tmp_path: Path, arguments: list[str]
) -> None:
    write(tmp_path, "a.jsonl", lines([event(eventType=f"WRONG {number}") for number in range(1000)]))
    assert unread(closed_pipe, *arguments) == (141, "")


def test_without_a_buffer_a_command_ends_at_its_first_line(closed_pipe: int) -> None:
    assert unread(closed_pipe, "check", POLICY, SHOP, buffered=False) == (141, "")


@pytest.mark.parametrize(("arguments", "code"), [(["verify", "gone"], 1), (["nope"], 2), (["check", POLICY, SHOP], 1)])
def test_an_error_that_nobody_reads_keeps_its_exit_code(closed_pipe: int, arguments: list[str], code: int) -> None:
    assert unread(closed_pipe, *arguments, errors=subprocess.STDOUT)[0] == code


def test_an_error_is_reported_although_nobody_reads_the_output(closed_pipe: int) -> None:
    code, errors = unread(closed_pipe, "verify", "gone")
    assert (code, errors) == (1, "headwater: no such file or folder: gone\n")


def test_a_broken_connection_is_an_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(arguments: list[str]) -> int:
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(_main, "_run", broken)
    assert _main.main([]) == 1
    assert capsys.readouterr().err == "headwater: [Errno 32] Broken pipe\n"


@pytest.mark.parametrize("arguments", [["summary", SHOP], ["--help"]])
def test_an_output_that_cannot_be_written_is_one_line(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "out").touch()
    output = os.open(tmp_path / "out", os.O_RDONLY)
    assert unread(output, *arguments) == (1, "headwater: [Errno 9] Bad file descriptor\n")
