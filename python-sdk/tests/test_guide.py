"""The code of docs/extending-python.md; each Python block begins with the name of its file."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from headwater.extensions._load import find_extensions
from headwater.testing import Session, assert_golden
from headwater.testing._golden import update_golden_files
from type_checkers import mypy_errors, pyright_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "extending-python.md"
MODULES = {
    "acme": 1,
    "visitors": 4,
    "targets": 1,
    "builders": 4,
    "functions": 0,
    "shaping": 6,
    "bus": 1,
    "batches": 1,
    "identity": 1,
}
PROGRAMS = {"job", "register", "scores", "script"}


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    blocks = re.findall(r"```python\n# (\w+)\.py\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    for name, code in blocks:
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield {name for name, _ in blocks}
    for name, _ in blocks:
        sys.modules.pop(name, None)


def names_in(module: str) -> list[str]:
    loaded = importlib.import_module(module)
    own = (name for name, each in vars(loaded).items() if getattr(each, "__module__", None) == module)
    return [f"{module}:{name}" for name in own if name != "score"]


@pytest.mark.usefixtures("modules")
@pytest.mark.parametrize(("module", "count"), MODULES.items())
def test_every_extension_loads(module: str, count: int) -> None:
    found = find_extensions(names_in(module))
    assert [(each.name, each.problem) for each in found if each.status != "loaded"] == []
    assert len(found) == count


@pytest.mark.usefixtures("modules")
def test_the_programs_compile(tmp_path: Path) -> None:
    for name in PROGRAMS:
        compile((tmp_path / f"{name}.py").read_text(encoding="utf-8"), name, "exec")


@pytest.mark.usefixtures("modules")
def test_mypy_and_pyright_accept_the_extensions(tmp_path: Path) -> None:
    files = [tmp_path / f"{module}.py" for module in MODULES]
    assert mypy_errors(files, tmp_path) == []
    assert pyright_errors(files, tmp_path) == []


@pytest.mark.spark
@pytest.mark.usefixtures("modules")
def test_the_tests_pass(headwater_session: Session, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    def golden(event: Any, name: str) -> None:
        update_golden_files(on=True)
        assert_golden(event, tmp_path / f"{name}.json")
        update_golden_files(on=bool(pytestconfig.getoption("--update-golden")))
        assert_golden(event, tmp_path / f"{name}.json")

    given = {"headwater_session": headwater_session, "golden": golden}
    tests = [each for name, each in vars(importlib.import_module("test_acme")).items() if name.startswith("test_")]
    for test in tests:
        test(**{name: given[name] for name in inspect.signature(test).parameters})
    assert len(tests) == 4
