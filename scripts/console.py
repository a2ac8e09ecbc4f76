"""Runs commands with their output in a file below build/logs; the terminal shows one line with the time for each."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "build" / "logs"
ANSI = re.compile(r"\x1b\[[0-9;]*m")
TAIL_BYTES = 4000


def log_path(name: str) -> Path:
    """The path of the log of a step or a suite."""
    return LOGS / f"{re.sub(r'[^a-z0-9.]+', '-', name.lower()).strip('-')}.log"


def log_file(name: str) -> Path:
    """Create an empty log file for a step or a suite."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = log_path(name)
    log.write_bytes(b"")
    return log


def lines_of(log: Path) -> list[str]:
    """The lines of a log, without colours."""
    return ANSI.sub("", log.read_text(errors="replace")).splitlines()


def display_path(log: Path) -> str:
    """The path of a log, relative to the repository."""
    return str(log.relative_to(ROOT))


class StatusLine:
    """The last line of a terminal, which is rewritten; elsewhere nothing is shown."""

    def __init__(self) -> None:
        self.live = sys.stdout.isatty()

    def show(self, text: str) -> None:
        if self.live:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\x1b[K{text[:width]}", end="", flush=True)

    def clear(self) -> None:
        if self.live:
            print("\r\x1b[K", end="", flush=True)


class Line:
    """One line of the terminal. While its command runs, it shows the seconds and the last line of the log.

    Only a terminal can rewrite a line. Otherwise the line is written once, its beginning first.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.began = time.monotonic()
        self._status = StatusLine()
        print(text, end="", flush=True)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def tick(self, log: Path) -> None:
        """Show the progress of the command."""
        self._status.show(f"{self.text} {self.seconds:.0f} s  {last_line(log)}")

    def end(self, rest: str) -> None:
        """Complete the line with the text `rest`."""
        self._status.clear()
        print(f"{self.text}{rest}" if self._status.live else rest, flush=True)


def last_line(log: Path) -> str:
    """The last line with text in a file that is being written."""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - TAIL_BYTES))
        tail = file.read().decode(errors="replace")
    return next(
        (row.strip() for row in reversed(ANSI.sub("", tail).splitlines()) if row.strip()), ""
    )


def run(
    command: Sequence[str],
    log: Path,
    tick: Callable[[], None] = lambda: None,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> int:
    """Run a command without input, append its output to the log, and return its exit code. It calls `tick` each second."""
    with (
        log.open("ab") as out,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=cwd, env=env
        ) as process,
    ):
        while not ended(process):
            tick()
    return process.returncode


def ended(process: subprocess.Popen[bytes]) -> bool:
    """Wait one second for the process; return whether it has ended."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(1.0)
    return process.returncode is not None
