"""Classes that the documentation names exist. Decision records are left out: they are as old as their dates."""

from __future__ import annotations

import re
from functools import cache

import pytest

from scripts.sources import tracked
from tests.docs.pages import ROOT, blocks

PAGES = [
    "CONTRIBUTING.md",
    "agent/README.md",
    *sorted(f"docs/reference/{p.name}" for p in (ROOT / "docs" / "reference").glob("*.md")),
    "docs/architecture.md",
]
CODE = re.compile(r"`([A-Z][a-z]+(?:[A-Z][A-Za-z]*)?)(?:\.\w+)?`")
CAMEL = re.compile(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b")


@cache
def words() -> frozenset[str]:
    sources = (
        *tracked(".scala", ".java", under=("agent",)),
        *tracked(".scala", under=("interfaces-scala",)),
    )
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    return frozenset(re.findall(r"\b[A-Z]\w+", text))


@pytest.mark.parametrize("page", PAGES)
def test_named_classes_occur_in_the_sources(page: str) -> None:
    named = set(CODE.findall((ROOT / page).read_text(encoding="utf-8")))
    for block in blocks("mermaid"):
        if block.page == page:
            named |= set(CAMEL.findall(block.text))
    assert sorted(named - words()) == []
