from __future__ import annotations

from pathlib import Path

import pytest

import headwater
from headwater.planning.report import Report

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
