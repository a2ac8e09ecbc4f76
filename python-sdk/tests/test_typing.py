"""Type checkers find mistakes in extensions: `data/typing/wrong.py` has one at each line that says so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

FILES = Path(__file__).parent / "data" / "typing"


def errors(name: str, cache: Path) -> list[int]:
    """The lines in which mypy finds errors; its own configuration is not read."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", str(cache), name]
    ran = subprocess.run(command, cwd=FILES, capture_output=True, text=True, check=False)
    assert ran.returncode in {0, 1}, ran.stdout + ran.stderr
    found = [re.match(r"(.+?):(\d+): error:", line) for line in ran.stdout.splitlines()]
    places = [(each.group(1), int(each.group(2))) for each in found if each]
    assert {file for file, _ in places} <= {name}, ran.stdout
    return [line for _, line in places]


def test_mypy_finds_every_mistake_and_nothing_else(tmp_path: Path) -> None:
    lines = (FILES / "wrong.py").read_text(encoding="utf-8").splitlines()
    planted = [number for number, line in enumerate(lines, 1) if line.endswith("# wrong")]
    assert len(planted) == 17
    assert errors("wrong.py", tmp_path) == planted


def test_mypy_accepts_the_same_extensions_without_mistakes(tmp_path: Path) -> None:
    assert errors("right.py", tmp_path) == []
