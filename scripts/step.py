"""usage: python3 -m scripts.step [--show] TEXT COMMAND...

Runs one step of a target: prints one line with its time, and keeps the output in build/logs. If the step fails, the end of
its output is printed. With --show the output is the result of the step, so the terminal gets all of it as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from scripts.console import ROOT, Line, display_path, lines_of, log_file, run

TAIL_LINES = 60
WIDTH = 48


class CommandError(Exception):
    """A command of a step failed."""

    def __init__(self, code: int) -> None:
        super().__init__(f"exit code {code}")
        self.code = code


class Step:
    """A step; all of its commands share one log."""

    def __init__(self, text: str) -> None:
        self.log = log_file(text)
        self.line = Line(f"{text} ".ljust(WIDTH, "."))

    def run(
        self, command: Sequence[str], cwd: Path = ROOT, env: Mapping[str, str] | None = None
    ) -> None:
        """Run a command."""
        code = run(command, self.log, lambda: self.line.tick(self.log), cwd, env)
        if code != 0:
            raise CommandError(code)

    def output(self, command: Sequence[str]) -> str:
        """Run a short command; return its standard output."""
        with self.log.open("ab") as errors:
            done = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=errors, cwd=ROOT, text=True, check=False
            )
        if done.returncode != 0:
            raise CommandError(done.returncode)
        return done.stdout.strip()


@contextmanager
def step(text: str) -> Iterator[Step]:
    """Run one step: print its time at the end or, if a command failed, the end of its log."""
    made = Step(text)
    try:
        yield made
    except CommandError as error:
        made.line.end(f" FAILED after {made.line.seconds:.0f} s ({error})")
        print("\n".join(lines_of(made.log)[-TAIL_LINES:]))
        print(f"The whole output is in {display_path(made.log)}.", flush=True)
        sys.exit(error.code)
    made.line.end(f" {made.line.seconds:4.0f} s")


def show(text: str, command: Sequence[str]) -> int:
    """Run a command whose output goes to the terminal and to the log."""
    log = log_file(text)
    line = Line(f"{text}\n")
    with (
        log.open("w") as out,
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
            text=True,
            errors="replace",
            bufsize=1,
        ) as process,
    ):
        for row in process.stdout or ():
            print(row, end="", flush=True)
            out.write(row)
    verdict = f"FAILED (exit code {process.returncode}) after" if process.returncode else "took"
    print(
        f"{text}: {verdict} {line.seconds:.0f} s; the output is in {display_path(log)}", flush=True
    )
    return process.returncode


def main(arguments: list[str]) -> int:
    shows = arguments[:1] == ["--show"]
    text, *command = arguments[1:] if shows else arguments
    if shows:
        return show(text, command)
    with step(text) as made:
        made.run(command)
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
