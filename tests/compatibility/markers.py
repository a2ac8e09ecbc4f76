"""Collects the markers that connect tests with rows of docs/compatibility.md; no test is run.

@pytest.mark.row("conf.namespace")       above a test in Python
// rows: columns.join columns.sort       on the line before a test in Scala
-- rows: node.merge                      in the script of a case (# in Python), or at the top of a file of plans
rows = conf.namespace                    in a section of tests/differential/configurations.ini
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCALA = re.compile(r'^\s*// rows: (.+)\n\s*test\(s?"((?:[^"\\]|\\.)*)"', re.MULTILINE)
INTERPOLATED = re.compile(r"\$\{[^}]*\}|\$\w+")
COMMENT = re.compile(r"^(?:--|#) rows: (.+)$", re.MULTILINE)
SECTION = re.compile(r"^\[(\w+)\]\n(?:(?!\[).*\n)*?rows = (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class RowMarker:
    """A row and the test that shows it: the suite (a folder of tests or a Scala suite) and the test in it."""

    row: str
    suite: str
    test: str


def collect(root: Path = ROOT) -> list[RowMarker]:
    return sorted({*python(root), *scala(root), *scripts(root), *configurations(root)}, key=str)


def python(root: Path) -> Iterator[RowMarker]:
    for file in [*root.glob("tests/*/test_*.py"), *root.glob("python-sdk/tests/**/test_*.py")]:
        for node in ast.walk(ast.parse(file.read_text())):
            for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else []:
                if ast.unparse(decorator).startswith("pytest.mark.row("):
                    assert isinstance(node, ast.FunctionDef)
                    for row in ast.literal_eval(arguments(decorator)):
                        yield RowMarker(row, str(file.parent.relative_to(root)), node.name)


def arguments(decorator: ast.expr) -> ast.Tuple:
    assert isinstance(decorator, ast.Call)
    return ast.Tuple(decorator.args, ast.Load())


def scala(root: Path) -> Iterator[RowMarker]:
    for folder in ("agent", "tests/plans", "interfaces-scala"):
        for file in (root / folder).glob("**/src/test/**/*.scala"):
            for rows, test in SCALA.findall(file.read_text()):
                title = INTERPOLATED.sub("…", test)
                yield from (RowMarker(row, file.stem, title) for row in rows.split())


def scripts(root: Path) -> Iterator[RowMarker]:
    for file in root.glob("tests/*/cases/*/job.*"):
        for rows in COMMENT.findall(file.read_text()):
            yield from (
                RowMarker(row, str(file.parents[2].relative_to(root)), file.parent.name)
                for row in rows.split()
            )
    for file in root.glob("tests/plans/src/test/resources/plans/*.txt"):
        for rows in COMMENT.findall(file.read_text()):
            yield from (RowMarker(row, "tests/plans", file.stem) for row in rows.split())


def configurations(root: Path) -> Iterator[RowMarker]:
    text = (root / "tests/differential/configurations.ini").read_text()
    for section, rows in SECTION.findall(text):
        yield from (RowMarker(row, "tests/differential", section) for row in rows.split())
