"""What can be simulated here of Windows: its missing modules and functions, its paths, locks and encodings."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from headwater import SpoolError, host
from headwater._deliver import File
from headwater._platform import command_text
from headwater._reading import remote
from headwater._records import Acknowledgement
from headwater._spark import find_spark
from headwater._spool import Directory, locked
from headwater.cli import main
from headwater.cli._explain import append_events

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fake_agent import FakeAgent

AS_ON_WINDOWS = """
import asyncio, getpass, importlib, multiprocessing.connection, os, pkgutil, signal, socket, subprocess, sys, tempfile
# Other people's packages are not under test.
import duckdb, fsspec, jpype, kafka, mcp.server.mcpserver, openlineage.client.serde, py4j.java_gateway, pytest, uvicorn

for name in ("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty", "uvloop"):
    sys.modules[name] = None
MISSING = {
    os: ("O_CLOEXEC", "O_NOFOLLOW", "chown", "fork", "getegid", "geteuid", "getgid", "getpgid", "getuid", "killpg",
         "mkfifo", "posix_spawn", "register_at_fork", "setsid", "uname", "wait"),
    signal: ("SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGSTOP", "SIGUSR1", "SIGUSR2", "alarm", "pthread_sigmask"),
    socket: ("AF_UNIX", "SO_REUSEPORT"),
}
for module, names in MISSING.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
sys.platform = "win32"

import headwater
names = [name for _, name, _ in pkgutil.walk_packages(headwater.__path__, "headwater.") if "__main__" not in name]
for name in names:
    importlib.import_module(name)
print(len(names))
"""


RUN = {
    "eventType": "COMPLETE",
    "eventTime": "2026-11-01T00:00:00Z",
    "producer": "p",
    "schemaURL": "s",
    "run": {"runId": "01890a5d-ac96-774b-bcce-b302099a8057"},
    "job": {"namespace": "n", "name": "j"},
    "inputs": [],
}


def test_every_module_can_be_imported_without_what_windows_lacks() -> None:
    ran = subprocess.run([sys.executable, "-c", AS_ON_WINDOWS], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 100


def lock_file(tmp_path: Path) -> Path:
    (tmp_path / "lock").touch()
    return tmp_path


def test_a_spool_is_locked_with_the_locks_of_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[int] = []

    def locking(descriptor: int, mode: int, size: int) -> None:
        assert (mode, size) == (2, 1)
        if held:
            raise PermissionError
        held.append(descriptor)

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    with locked(lock_file(tmp_path)) as first, locked(tmp_path) as second:
        assert (first, second) == (True, False)


def test_a_system_without_locks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", None)
    with pytest.raises(SpoolError, match="no file locks"), locked(lock_file(tmp_path)):
        pass


def test_the_command_of_windows_is_started_and_printed_in_its_form(
    fake_spark: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = fake_spark()
    (home / "bin" / "spark-submit.cmd").write_text("", encoding="utf-8")
    for module in ("headwater._spark", "headwater._platform", "headwater.cli._submit"):
        monkeypatch.setattr(f"{module}.is_windows", lambda: True)
    assert main(["submit", "--lineage-dry-run", "my app.py"]) == 0
    printed = capsys.readouterr().out
    assert "spark-submit.cmd --conf" in printed
    assert printed.rstrip().endswith('"my app.py"')
    assert command_text(["a b", "c"]) == '"a b" c'
    started: list[list[str]] = []

    def call(command: list[str], env: dict[str, str]) -> int:
        started.append(command)
        return 7

    monkeypatch.setattr("subprocess.call", call)
    assert main(["submit", "app.py"]) == 7
    assert started[0][0] == str(home.resolve() / "bin" / "spark-submit.cmd")


def test_spark_is_found_in_a_virtual_environment_of_windows(
    fake_spark: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spark = fake_spark()
    package = tmp_path / "venv" / "Lib" / "site-packages" / "pyspark"
    package.parent.mkdir(parents=True)
    spark.rename(package)
    scripts = tmp_path / "venv" / "Scripts"
    scripts.mkdir()
    (package / "bin" / "spark-submit").rename(scripts / "spark-submit")
    monkeypatch.delenv("SPARK_HOME")
    monkeypatch.setattr("headwater._spark._pyspark_home", lambda: None)
    monkeypatch.setenv("PATH", str(scripts))
    assert find_spark().home == package.resolve()


def test_a_jar_of_a_file_uri_is_a_path_with_its_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "url2pathname", lambda path: unquote(path).lstrip("/").replace("/", "\\"))
    assert str(remote.local_path("file:/C:/jars/a%20b.jar")) == r"C:\jars\a b.jar"
    assert str(remote.local_path("file:///C:/jars/a.jar")) == r"C:\jars\a.jar"
    assert remote.local_path(r"C:\jars\a.jar") is None


def refuse(*_: object) -> None:
    raise ValueError("current limit exceeds maximum limit")


def test_a_system_without_a_limit_of_memory_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    system = SimpleNamespace(RLIMIT_DATA=2, RLIM_INFINITY=-1, getrlimit=lambda _: (-1, -1), setrlimit=refuse)
    for module in (None, system, SimpleNamespace(getrlimit=refuse, RLIMIT_DATA=2)):
        monkeypatch.setitem(sys.modules, "resource", module)
        host._bound_memory(64)


def test_lines_of_json_end_as_those_of_the_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_as_on_windows(  # noqa: PLR0913, PLR0917  (those of `open`)
        file: Path,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        **others: Any,
    ) -> Any:
        line_end = newline or (None if "b" in mode else "\r\n")
        return opened(file, mode, buffering, encoding, errors, line_end, **others)

    opened = io.open
    monkeypatch.setattr("io.open", open_as_on_windows)
    monkeypatch.setattr("builtins.open", open_as_on_windows)
    File(tmp_path / "sent.jsonl").send("{}")
    Directory(tmp_path).add_dead_letter("{}", "refused")
    Acknowledgement(7, {3: 1}).write(tmp_path / "000001.ack")
    append_events(tmp_path / "events.jsonl", [{}])
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files if b"\r" in file.read_bytes()] == []
    assert len(files) == 4


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_output_is_printed_in_any_encoding(encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = tmp_path / "events.jsonl"
    event = RUN | {"outputs": [{"namespace": "file", "name": "/größe/表"}]}
    events.write_bytes(json.dumps(event, ensure_ascii=False).encode() + b"\r\n")
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    command = [sys.executable, "-m", "headwater", "unused", str(events)]
    ran = subprocess.run(command, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    printed = ran.stdout.decode(encoding)
    assert (r"größe/\u8868" if encoding == "cp1252" else r"gr\xf6\xdfe/\u8868") in printed


def test_the_output_of_the_host_is_utf_8(agent: FakeAgent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "first.py").write_text("print('größe 表')", encoding="utf-8")
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    order = {"port": agent.port, "token": agent.token, "extensions": ["first:x"]}
    command = [sys.executable, "-m", "headwater.host"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path) as host:
        assert host.stdin is not None
        assert host.stdout is not None
        host.stdin.write(json.dumps(order).encode() + b"\r\n")
        host.stdin.flush()
        agent.hello.get(timeout=20)
        host.stdin.close()
        assert host.stdout.read().rstrip().decode() == "größe 表"
