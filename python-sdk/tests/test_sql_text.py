"""Statements of SQL scripts and of notebooks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from headwater._sql_text import notebook_cells, split_statements, statements_of_file
from headwater.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


SCRIPT = """-- a script
begin
  IF CASE WHEN a THEN b END > 1 THEN BEGIN SELECT 1; END; END IF;
  CASE a WHEN 1 THEN SELECT 2; END CASE;
end"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" ;; -- nothing\n; /* ; */", []),
        ("SELECT 1", ["SELECT 1"]),
        ("SELECT 1;\n\nSELECT 2;\n", ["SELECT 1", "SELECT 2"]),
        ("SELECT 1; SELECT 2 -- ; no end", ["SELECT 1", "SELECT 2 -- ; no end"]),
        ("SELECT 'a;''b\\';' x; SELECT 2", ["SELECT 'a;''b\\';' x", "SELECT 2"]),
        ('SELECT "a;b"; SELECT `c;d`', ['SELECT "a;b"', "SELECT `c;d`"]),
        ("SELECT 1 /* a; /* b; */ c; */ + 2; SELECT 3", ["SELECT 1 /* a; /* b; */ c; */ + 2", "SELECT 3"]),
        (r"SELECT replace(a, r'\', '/;') x; SELECT 2", [r"SELECT replace(a, r'\', '/;') x", "SELECT 2"]),
        (r'SELECT R"\" || var"\";" AS x; SELECT 2', [r'SELECT R"\" || var"\";" AS x', "SELECT 2"]),
        ("SELECT r'never ends; ", ["SELECT r'never ends;"]),
        ("SELECT 'never ends; ", ["SELECT 'never ends;"]),
        (
            "SELECT 1;" + SCRIPT + "; SELECT CASE WHEN a THEN b END; SELECT begin; SELECT 3",
            [
                "SELECT 1",
                SCRIPT,
                "SELECT CASE WHEN a THEN b END",
                "SELECT begin",
                "SELECT 3",
            ],
        ),
        ("SELECT '-- no comment'; SELECT 2", ["SELECT '-- no comment'", "SELECT 2"]),
        ("-- it's a comment; still\nSELECT 1; SELECT 2", ["-- it's a comment; still\nSELECT 1", "SELECT 2"]),
    ],
)
def test_statements_of_a_text(text: str, expected: list[str]) -> None:
    assert split_statements(text) == expected


def notebook(folder: Path, *sources: object) -> Path:
    cells: list[object] = [{"cell_type": "code", "source": source} for source in sources]
    file = folder / "book.ipynb"
    file.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "; SELECT"}, *cells]}), encoding="utf-8")
    return file


def test_sql_cells_of_a_notebook(tmp_path: Path) -> None:
    cells = (["%%sql --limit 3\n", "SELECT 1;\n", "SELECT 2"], "x = 1", "%sql SELECT 3", "%sql\nSELECT 4;")
    file = notebook(tmp_path, *cells)
    assert statements_of_file(file) == ["SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4"]
    assert [language for language, _ in notebook_cells(file)] == ["sql", "python", "sql", "sql"]


def test_files_that_are_not_what_their_name_says(tmp_path: Path) -> None:
    (tmp_path / "broken.ipynb").write_text("{", encoding="utf-8")
    (tmp_path / "other.ipynb").write_text("{}", encoding="utf-8")
    (tmp_path / "number.ipynb").write_text("5", encoding="utf-8")
    (tmp_path / "deep.ipynb").write_text("[" * 50_000, encoding="utf-8")
    notebook(tmp_path).rename(tmp_path / "cell.ipynb").write_text(
        json.dumps({"cells": [{"cell_type": "code", "source": []}, {"cell_type": "code", "source": [None]}]}),
        encoding="utf-8",
    )
    (tmp_path / "empty.sql").write_text("-- nothing", encoding="utf-8")
    (tmp_path / "binary.sql").write_bytes(b"\xff\xfe\x00")
    for name, why in (
        ("broken.ipynb", "is not a notebook of Jupyter: Expecting"),
        ("other.ipynb", "is not a notebook of Jupyter: it has no list 'cells'"),
        ("number.ipynb", "is not a notebook of Jupyter: it has no list 'cells'"),
        ("deep.ipynb", "is not a notebook of Jupyter: maximum recursion"),
        ("cell.ipynb", "is not a notebook of Jupyter: cell 2 has no text 'source'"),
        ("empty.sql", "has no SQL statement"),
        ("binary.sql", "can't decode"),
        ("missing.sql", "No such file"),
    ):
        with pytest.raises(UsageError, match=why):
            statements_of_file(tmp_path / name)
