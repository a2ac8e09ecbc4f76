"""Runs `headwater plan` in a process of its own, and reads its report."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def plan(folder: Path, spark_home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "headwater", "plan", *arguments, "--spark-home", str(spark_home)]
    if "--" in arguments:
        at = arguments.index("--")
        command = [*command[:3], "plan", "--spark-home", str(spark_home), *arguments[:at], *arguments[at:]]
    settings = folder / "conf"
    settings.mkdir()
    (settings / "spark-defaults.conf").write_text("spark.extraListeners org.example.Missing\n", encoding="utf-8")
    environment = {**os.environ, "SPARK_CONF_DIR": str(settings)}
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=400, env=environment
    )


def report(done: subprocess.CompletedProcess[str]) -> list[str]:
    lines = done.stderr.splitlines()
    return [line.removeprefix("headwater: ") for line in lines if line.startswith("headwater: ")]


def without_titles(text: str) -> list[str]:
    """The lines of the lineage, without those that name each query."""
    return [line for line in text.splitlines() if line and not line.startswith("-- ")]
