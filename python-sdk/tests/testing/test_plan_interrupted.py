"""Ctrl-C while `headwater plan` starts Spark leaves no process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LIMIT = 60.0
# A process of a shell's background job would inherit that it ignores the signal.
PROGRAM = """
import signal, sys
from headwater.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""


def commands(session: int) -> list[str]:
    """The commands of the processes of a session that still run."""
    command = ["ps", "-ww", "-o", "stat=,args=", "-s", str(session)]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    return [line for line in listed.stdout.splitlines() if not line.startswith("Z")]


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
