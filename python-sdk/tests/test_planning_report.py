from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

import headwater
from headwater.planning.program import _run
from headwater.planning.report import Report

if TYPE_CHECKING:
    from headwater.planning.planning import Planning

LIBRARY = "/opt/spark/python/pyspark"
PACKAGE = str(Path(headwater.__file__).resolve().parent)


@pytest.mark.parametrize(
    ("file", "place"),
    [
        (f"{LIBRARY}_jobs/daily.py", "daily.py:2"),
        (f"{PACKAGE}_etl/daily.py", "daily.py:2"),
        ("/home/me/py4j-demo/daily.py", "daily.py:2"),
        (f"{LIBRARY}/sql/session.py", "test_planning_report.py:"),
        (f"{PACKAGE}/planning/daily.py", "test_planning_report.py:"),
        ("/opt/spark/python/lib/py4j-0.10.9.9-src.zip/py4j/protocol.py", "test_planning_report.py:"),
    ],
)
def test_a_note_has_the_line_of_the_program(file: str, place: str) -> None:
    report = Report(LIBRARY)
    exec(compile("\nreport.note('is not read')", file, "exec"), {"report": report})  # noqa: S102  (has that file)
    (note,) = report.notes
    assert note.startswith(place)
    assert note.endswith(": is not read")


@pytest.mark.parametrize(
    ("code", "problems"),
    [("0", []), ("", []), ("2", ["SystemExit: 2"]), ("['no', 'rows']", ["SystemExit: ['no', 'rows']"])],
)
def test_a_program_may_exit_with_any_value(tmp_path: Path, code: str, problems: list[str]) -> None:
    program = tmp_path / "daily.py"
    program.write_text(f"import sys\nsys.exit({code})\n", encoding="utf-8")
    report = Report(LIBRARY)
    _run(program, [], cast("Planning", SimpleNamespace(report=report)))
    assert list(report.problems) == [f"daily.py:2: the program has failed with {each}" for each in problems]
