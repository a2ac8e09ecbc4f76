"""Expected files: finding a case's, comparing with it, rewriting it."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Any

from tests.e2e.case import Case
from tests.e2e.lines import Line


def render(value: Any) -> str:  # noqa: ANN401 - JSON
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def expected(case: Case, line: Line, folder: Path) -> Path | None:
    """The file that holds for this line."""
    files = [folder / case.name / name for name in line.golden]
    return next((f for f in files if f.is_file()), None)


def difference(case: Case, line: Line, folder: Path, actual: dict[str, Any]) -> str:
    """A unified diff of expected and actual events; empty where they are the same."""
    path = expected(case, line, folder)
    if path is None:
        return f"{folder / case.name} has no expected events: make golden"
    before, after = path.read_text().splitlines(), render(actual).splitlines()
    return "\n".join(difflib.unified_diff(before, after, str(path), "actual", lineterm=""))


def rewrite(case: Case, line: Line, folder: Path, actual: dict[str, Any]) -> None:
    """Spark 4.0 writes `expected.json`; every other line its own file, where that says something else."""
    names = [folder / case.name / name for name in line.golden]
    names[0].parent.mkdir(parents=True, exist_ok=True)
    names[0].unlink(missing_ok=True)
    if difference(case, line, folder, actual):
        names[0].write_text(render(actual))
