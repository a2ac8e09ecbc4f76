"""mypy and pyright as the author of an extension runs them: without the settings of this project."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "src"


def mypy_errors(files: list[Path], folder: Path) -> list[str]:
    """Return the lines of ``mypy --strict``'s errors as ``file.py:3: message``."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", str(folder / "mypy")]
    return _errors([*command, *map(str, files)], folder, r"(.+?\.py:\d+): error: (.*)")


def pyright_errors(files: list[Path], folder: Path) -> list[str]:
    """Return the same of pyright in its strict mode; for the package, its sources count, as if it were installed."""
    project = folder / "pyrightconfig.json"
    settings = {
        "typeCheckingMode": "strict",
        "include": [os.path.relpath(each, folder) for each in files],  # it reads them relative to this file
        "extraPaths": [str(SOURCES)],
    }
    project.write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--project", str(project), "--pythonpath", sys.executable]
    return _errors(command, folder, r"(.+?\.py:\d+):\d+ - error: (.*)")


def _errors(command: list[str], folder: Path, form: str) -> list[str]:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode in {0, 1}, ran.stdout + ran.stderr
    found = [match for line in ran.stdout.splitlines() if (match := re.match(rf"\s*{form}", line))]
    assert bool(found) == bool(ran.returncode), ran.stdout + ran.stderr
    return [f"{Path(match[1]).name}: {match[2]}" for match in found]
