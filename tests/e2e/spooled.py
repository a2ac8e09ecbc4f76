"""Reads spools, with the user's commands or directly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from headwater._segment import Segment
from headwater._spool import Directory, directories

from tests.e2e.events import Event
from tests.e2e.lines import ROOT


def headwater(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command `headwater`."""
    return subprocess.run(
        [sys.executable, "-m", "headwater", *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT / "python-sdk" / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


def status(spool: Path) -> list[dict[str, Any]]:
    """The output of `headwater spool status`: one row per application."""
    if not spool.exists():
        return []
    process = headwater("spool", "status", str(spool), "--json")
    assert process.returncode == 0, process.stderr
    rows: list[dict[str, Any]] = json.loads(process.stdout)
    return rows


def events_on_disk(spool: Path) -> list[Event]:
    """Every event in the spool's segments; all of them are waiting if nothing was delivered."""
    rows = [
        json.loads(line.split(" ", 2)[2])
        for file in sorted(spool.glob("*/*.seg"))
        for line in file.read_text().splitlines()
    ]
    return [row for row in rows if "headwater_spool" not in row]


def verify_output(events: list[Event], file: Path) -> str:
    """The problems that `headwater verify` reports; empty if there are none."""
    file.write_text("".join(json.dumps(event) + "\n" for event in events))
    process = headwater("verify", str(file))
    return "" if process.returncode == 0 else process.stdout + process.stderr


def all_events(spool: Path) -> list[Event]:
    """Every event on disk, delivered or not."""
    return [json.loads(e.text) for segment in segments(spool) for e in segment.events]


def waiting_events(spool: Path) -> list[Event]:
    """Every event that has not been delivered."""
    return [json.loads(e.text) for segment in segments(spool) for e in segment.waiting]


def segments(spool: Path) -> list[Segment]:
    """The segments of a spool, read without changes."""
    found = [Directory.read(each) for each in directories(spool)] if spool.is_dir() else []
    return [segment for directory in found for segment in directory.segments]
