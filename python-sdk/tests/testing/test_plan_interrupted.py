"""Ctrl-C while `headwater plan` and `headwater explain` start Spark leaves no process and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 60.0
# A process of a shell's background job would inherit that it ignores the signal.
PROGRAM = """
import signal, sys
from headwater.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""


def commands(session: int) -> list[str]:
    """The command lines of the processes of a session that still run, as Linux lists them."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            state, _, _, of = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:4]
            if int(of) == session and state != "Z":
                found.append((process / "cmdline").read_text(encoding="utf-8").replace("\0", " "))
    return found


def wait_for(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + LIMIT
    while time.monotonic() < end and not condition():
        time.sleep(0.1)
    return condition()


@pytest.mark.spark
def test_an_interrupt_at_the_start_leaves_no_process(tmp_path: Path, spark_home: Path) -> None:
    (tmp_path / "etl.py").write_text("raise SystemExit(0)", encoding="utf-8")
    command = [sys.executable, "-c", PROGRAM, "plan", "etl.py", "--spark-home", str(spark_home)]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        assert wait_for(lambda: any("SparkSubmit" in each for each in commands(process.pid)))
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(LIMIT) != 0
        assert wait_for(lambda: not commands(process.pid)), commands(process.pid)
    finally:
        if commands(process.pid):
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.spark
def test_an_interrupt_while_spark_starts_in_this_process_prints_nothing(tmp_path: Path, spark_home: Path) -> None:
    # If Java took the signal, it would end the process, and Python would print no exit code.
    program = PROGRAM.replace("sys.exit(", "print(")
    command = [sys.executable, "-c", program, "explain", "SELECT 1", "--spark-home", str(spark_home)]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert wait_for(lambda: any(Path(tempfile.gettempdir()).glob("headwater-warehouse-*")))
        time.sleep(0.3)  # Java runs, and Spark's session needs longer
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=LIMIT)
    finally:
        process.kill()
    # Java prints the options of the tests' environment.
    lines = [line for line in error.splitlines() if not line.startswith("Picked up JAVA_TOOL_OPTIONS")]
    assert (process.returncode, out, lines) == (0, "130\n", [])
