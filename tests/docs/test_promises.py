"""What the pages tell programs to import is among what docs/versioning.md promises."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.docs.pages import ROOT, blocks


def test_each_imported_module_of_the_package_is_promised() -> None:
    page = (ROOT / "docs" / "versioning.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith("| Python API |")]
    promised = set(re.findall(r"`(headwater[\w.]*)`", row))
    assert imported() - promised == set()
    assert promised >= {"headwater", "headwater.testing"}


def imported() -> set[str]:
    """The modules from which a block imports, or whose members it imports: `naming` of `headwater.extensions`."""
    nodes = [node for block in blocks("python") for node in ast.walk(ast.parse(block.text))]
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    sources = ROOT / "python-sdk" / "src"
    return {
        name for name in found if name.partition(".")[0] == "headwater" and is_module(sources, name)
    }


def is_module(sources: Path, name: str) -> bool:
    path = sources.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()
