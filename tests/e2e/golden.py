"""Expected events: finds the file of a case, compares, and rewrites it."""

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
    """The expected file for this line."""
    files = [folder / case.name / name for name in line.golden]
    return next((f for f in files if f.is_file()), None)


def difference(case: Case, line: Line, folder: Path, actual: dict[str, Any]) -> str:
    """A unified diff of expected and actual events; empty if they are equal."""
    path = expected(case, line, folder)
    if path is None:
        return f"{folder / case.name} has no expected events; run `make golden`"
    before, after = path.read_text().splitlines(), render(actual).splitlines()
    return "\n".join(difflib.unified_diff(before, after, str(path), "actual", lineterm=""))


def rewrite(case: Case, line: Line, folder: Path, actual: dict[str, Any]) -> None:
    """Write the expected file: `expected.json` for Spark 4.0, and a file of its own for another line if it differs."""
    names = [folder / case.name / name for name in line.golden]
    names[0].parent.mkdir(parents=True, exist_ok=True)
    names[0].unlink(missing_ok=True)
    if difference(case, line, folder, actual):
        names[0].write_text(render(actual))
