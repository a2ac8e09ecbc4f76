"""The limits of scripts/code_metrics.py, and the list of the files that a query passes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import code_metrics
from scripts.sources import ROOT

MAX_QUERY_FILES = 25
MAX_SCALA_WITH_PRIVATE_NAMES = 0
MAX_PYTHON_WITH_PRIVATE_NAMES = 0


def files_of_a_query() -> list[str]:
    return code_metrics.query_path(code_metrics.ARCHITECTURE.read_text())


def test_a_query_passes_at_most_25_files() -> None:
    assert 0 < len(files_of_a_query()) <= MAX_QUERY_FILES
    assert len(set(files_of_a_query())) == len(files_of_a_query())


@pytest.mark.parametrize("file", files_of_a_query())
def test_a_file_of_the_list_exists(file: str) -> None:
    assert (ROOT / file).is_file()


def test_each_file_is_referred_to_by_a_file_before_it() -> None:
    """The step after a file must be reachable from what a reader has read so far."""
    read = ""
    unreachable = []
    for file in files_of_a_query():
        path = ROOT / file
        if read and not re.search(rf"\b{path.stem}\b", read):
            unreachable.append(file)
        read += path.read_text()
    assert unreachable == []


def test_packages_of_the_agent_have_no_import_cycle() -> None:
    assert code_metrics.cycles(code_metrics.package_imports(code_metrics.product())) == []


def test_a_cycle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": {"e"}}
    assert code_metrics.cycles(graph) == [{"a", "b", "c"}, {"e"}]


def test_no_file_declares_a_private_name() -> None:
    private = code_metrics.words()
    sources = code_metrics.product() + code_metrics.tests()
    scala = code_metrics.private_names(sources, private)
    python = code_metrics.private_names(code_metrics.python(), private)
    assert len(scala) <= MAX_SCALA_WITH_PRIVATE_NAMES, scala
    assert len(python) <= MAX_PYTHON_WITH_PRIVATE_NAMES, python


def test_a_private_name_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_metrics, "ROOT", tmp_path)
    scala = tmp_path / "A.scala"
    scala.write_text(
        'final class A { val mostFrames = 1 /* told */; def b(asked: Int) = "told" }\n'
    )
    python = tmp_path / "b.py"
    python.write_text("def fine(told: int) -> int:\n    return told\n")
    found = code_metrics.private_names([scala, python], frozenset({"most", "asked", "told"}))
    assert found == {"A.scala": ["asked", "mostFrames"], "b.py": ["told"]}


def test_no_function_is_longer_than_30_lines() -> None:
    assert code_metrics.long_functions() == []


def test_the_lines_of_a_function_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_metrics, "ROOT", tmp_path)
    scala = tmp_path / "A.scala"
    scala.write_text(
        "object A {\n  def a(\n      b: Int\n  ): Int =\n    b\n\n  def c: Int = {\n    1\n  }\n}\n"
    )
    assert [(f.name, f.lines) for f in code_metrics.scala_functions(scala)] == [("a", 4), ("c", 3)]
