from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from headwater.planning.magics import without_magics
from headwater.planning.program import _run_cells

if TYPE_CHECKING:
    from pathlib import Path

    from headwater.planning.planning import Planning


@pytest.mark.parametrize(
    ("code", "python", "left_out"),
    [
        ("%timeit -n 1 f()", "f()", []),
        ("%timeit -n1 -r 3 -o f(-1)", "f(-1)", []),
        ("%prun -s cumulative -l 7 -T out.txt f()", "f()", []),
        ("%time --no-raise-error f()", "f()", []),
        ("took = %timeit -o f()", "took = f()", []),
        ("files = !ls *.csv\nx = 1", "files = None\nx = 1", ["!ls"]),
        ("rows = %sql SELECT 1", "rows = None", ["%sql"]),
        ("if x:\n    files = !ls", "if x:\n    files = None", ["!ls"]),
        ('%pip install a\ntext = """\n%s and\n!no\n""" % 1', 'pass\ntext = """\n%s and\n!no\n""" % 1', ["%pip"]),
        ("%pip install a\nx = (7\n  % 4)\n!ls", "pass\nx = (7\n  % 4)\npass", ["%pip", "!ls"]),
        ("%pip install a\nx = 7 \\\n  % 4", "pass\nx = 7 \\\n  % 4", ["%pip"]),
        ("!echo it's\n%pip install b", "pass\npass", ["!echo", "%pip"]),
        ('!echo """\n%pip install b', "pass\npass", ["!echo", "%pip"]),
        ("!pip install a \\\n  b\nz = 1", "pass\n\nz = 1", ["!pip"]),
        ("%pip install a \\\n  b \\\n  c\nz = 1", "pass\n\n\nz = 1", ["%pip"]),
        ("%%time\nf()", "pass\nf()", []),
        ("%%bash\nls", "", ["%%bash"]),
        ("%sh ls", "", ["%sh"]),
        ("%run ./other", "pass", ["%run"]),
    ],
)
def test_python_stays_and_magics_are_named(code: str, python: str, left_out: list[str]) -> None:
    assert without_magics(code) == (python, left_out)


class Cells(list[object]):
    """Has what the cells append, in place of a session."""

    sparkContext = "context"  # noqa: N815  (PySpark's name)


def test_the_annotations_of_a_cell_are_values_as_in_a_notebook(tmp_path: Path) -> None:
    """PySpark finds the kind of a pandas UDF by them."""
    cells = [
        "def doubled(value: int) -> float:\n    return value * 2.0",
        "spark.append(doubled.__annotations__)",
        "spark.append(sc)",
    ]
    notebook = tmp_path / "cells.ipynb"
    notebook.write_text(json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]}))
    found = Cells()
    _run_cells(notebook, cast("Planning", SimpleNamespace(spark=found)))
    assert found == [{"value": int, "return": float}, "context"]
