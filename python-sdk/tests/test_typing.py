"""Type checkers find mistakes in extensions: `data/typing/wrong.py` has one at each line that says so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from type_checkers import mypy_errors, pyright_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    Checker = Callable[[list[Path], Path], list[str]]

FILES = Path(__file__).parent / "data" / "typing"
CHECKERS = [pytest.param(mypy_errors, id="mypy"), pytest.param(pyright_errors, id="pyright")]


@pytest.mark.parametrize("errors", CHECKERS)
def test_every_mistake_is_found_and_nothing_else(errors: Checker, tmp_path: Path) -> None:
    lines = (FILES / "wrong.py").read_text(encoding="utf-8").splitlines()
    planted = [f"wrong.py:{number}" for number, line in enumerate(lines, 1) if line.endswith("# wrong")]
    assert len(planted) == 18
    found = errors([FILES / "wrong.py"], tmp_path)
    assert list(dict.fromkeys(each.partition(": ")[0] for each in found)) == planted, found


@pytest.mark.parametrize("errors", CHECKERS)
def test_the_same_extensions_without_mistakes_are_accepted(errors: Checker, tmp_path: Path) -> None:
    assert errors([FILES / "right.py"], tmp_path) == []
