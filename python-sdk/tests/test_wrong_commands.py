"""A wrong command line: the error names what is wrong and what to write, with the usage of that command."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from headwater.cli import main
from headwater.cli._explain import append_events
from headwater.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

SHOP = str(Path(__file__).parent / "data" / "shop.jsonl")
NO_EVENTS = (
    "no such file or folder: headwater-events; name the files with events, or write some here with `headwater submit`"
)
Capsys = pytest.CaptureFixture[str]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "headwater", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def no_spark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No Spark can be found: no variable, no package, no program."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("headwater._spark._pyspark_home", lambda: None)


@pytest.mark.usefixtures("no_spark")
@pytest.mark.parametrize("command", ["submit", "pipelines", "cds"])
@pytest.mark.parametrize("option", ["--help", "-h", "--lineage-help"])
def test_help_needs_no_spark(command: str, option: str, capsys: Capsys) -> None:
    assert main([command, option]) == 0
    printed = capsys.readouterr()
    assert f"usage: headwater {command}" in printed.out
    own_is_missing = "the help of Spark's own options is missing: no Spark found" in printed.err
    assert own_is_missing == (command != "cds" and option != "--lineage-help")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_help_of_spark_submit_follows_ours(fake_spark: Callable[..., Path], option: str) -> None:
    fake_spark()
    lines = run("submit", option).stdout.splitlines()
    assert lines[0].startswith("usage: headwater submit")
    assert lines[-1] == option  # the arguments of spark-submit, which the program of this test prints


def test_the_help_of_a_spark_without_pipelines_says_so(fake_spark: Callable[..., Path], capsys: Capsys) -> None:
    fake_spark()
    assert main(["pipelines", "--help"]) == 0
    assert "declarative pipelines need Spark 4.1" in capsys.readouterr().err


def test_help_of_the_application_is_its_own(fake_spark: Callable[..., Path]) -> None:
    fake_spark()
    assert run("submit", "app.py", "--help").stdout.splitlines()[-2:] == ["app.py", "--help"]


def test_a_file_that_cannot_take_events_is_named_with_its_option(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"^--output {re.escape(str(tmp_path))}: "):
        append_events(tmp_path, [{}])


def test_arguments_of_a_planned_program_follow_two_hyphens(capsys: Capsys) -> None:
    with pytest.raises(SystemExit):
        main(["plan", "etl.py", "2026-11-23"])
    assert capsys.readouterr().err.endswith(
        "error: unrecognized arguments: 2026-11-23; write the program's arguments after --: "
        "headwater plan etl.py -- 2026-11-23\n"
    )


@pytest.mark.parametrize("command", [["explain", "SELECT 1"], ["extensions", "try", "--extensions", "m:f", "SELECT 1"]])
def test_a_command_without_jpype_names_only_what_helps_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys, command: list[str]
) -> None:
    (tmp_path / "m.py").write_text(
        "from headwater.extensions import keep_event\nf = keep_event(lambda event: True)\n", "utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "jpype", None)  # as if there were no such module
    assert main(command) == 1
    assert capsys.readouterr().err.endswith("JPype, which is not installed: pip install 'headwater[testing]'\n")


def test_the_package_runs_as_a_module() -> None:
    assert run("--version").stdout.startswith("headwater ")


@pytest.mark.parametrize(
    "command",
    [
        ["summary", "--bad"],
        ["jars", "surplus"],
        ["spool", "status", "--bad"],
        ["extensions", "list", "acme.lineage:*"],
        ["explain", "SELECT 1", "--json", "SELECT 2"],
    ],
)
def test_an_unknown_argument_is_answered_with_the_usage_of_its_command(command: list[str], capsys: Capsys) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(command)
    assert exit_.value.code == 2
    printed = capsys.readouterr().err
    name = " ".join(command[: 1 if command[0] in {"summary", "jars", "explain"} else 2])
    assert printed.startswith(f"usage: headwater {name} ")
    assert printed.endswith(f"headwater {name}: error: unrecognized arguments: {command[-1]}\n")


@pytest.mark.parametrize(
    "command",
    [
        ["replay", "spool", "--param", "hunter2"],
        ["replay", "spool", "--header", "hunter2"],
        ["replay", "spool", "--api-key", "hunter2"],
        ["summary", "--token=hunter2"],
        ["summary", "--all", "--db-password", "hunter2"],
    ],
)
def test_an_error_of_a_command_line_has_no_secret_of_it(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.suppress(SystemExit):
        assert main(command) == 1
    printed = capsys.readouterr()
    assert "hunter2" not in printed.out + printed.err
    assert command[-2 if command[-1] == "hunter2" else -1].partition("=")[0] in printed.err


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["summary"], "no such file or folder: headwater-events; name the files with events"),
        (["view", SHOP, "-o", "folder"], "--output folder: it is a folder; name a file, such as folder/lineage.html"),
        (["view", SHOP, "-o", "file/page.html"], "file: "),
        (
            ["view", "shop.jsonl", "-o", "shop.jsonl"],
            "--output shop.jsonl: it is a file of events; name a page, such as",
        ),
        (["view", "-o", "new.json.gz", "shop.jsonl"], "--output new.json.gz: it is a file of events; name a page"),
        (["view", "events", "-o", "./events"], "--output events: it is a file of events; name a page"),
        (["summary", ""], "an empty name is no file: name a file, or see why a variable has no value"),
        (["explain", "etl.py"], "etl.py is a Python program: use headwater plan etl.py"),
        (["explain", "shop.jsonl"], "shop.jsonl is neither a SQL script (.sql) nor a notebook (.ipynb)"),
        (["plan", "shop.jsonl"], "shop.jsonl is neither a script (.py) nor a notebook (.ipynb)"),
        (
            ["impact", "shop.jsonl"],
            f"{NO_EVENTS}; shop.jsonl was taken for a table: write headwater impact TABLE shop.jsonl",
        ),
        (["replay", "folder", "--to", "ftp://host"], "events for ftp://host cannot be sent; give --to URL"),
        (["impact", "x" * 300], NO_EVENTS),
        (["impact", "", SHOP], "no table or column is named ''"),
        (["serve", "--port", "0", "--db", "shop.jsonl"], "--db shop.jsonl: it is not a DuckDB database"),
        (["serve", "--port", "0", "--db", ":memory:"], "--db :memory:: it is not a DuckDB database"),
    ],
)
def test_the_error_names_the_value_and_what_to_write(tmp_path: Path, command: list[str], why: str) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("file", "etl.py"):
        (tmp_path / name).touch()
    for name in ("shop.jsonl", "events"):
        (tmp_path / name).write_bytes(Path(SHOP).read_bytes())
    done = run(*command)
    assert (tmp_path / "shop.jsonl").read_bytes() == (tmp_path / "events").read_bytes() == Path(SHOP).read_bytes()
    assert (done.returncode, done.stderr.startswith(f"headwater: {why}")) == (1, True), done.stderr


def test_an_archive_without_a_name_is_an_error_that_names_the_option() -> None:
    done = run("cds", "app.py")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, "headwater cds: error: --output FILE is missing")
