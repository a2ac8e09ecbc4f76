"""The worked example of docs/architecture.md is a fixture that the plan tests run."""

from __future__ import annotations

from tests.docs.pages import ROOT, Block, blocks

FIXTURES = ROOT / "tests" / "plans" / "src" / "test" / "resources" / "plans" / "groups.txt"
PAGE = "docs/architecture.md"


def on_page(language: str) -> list[Block]:
    return [block for block in blocks(language) if block.page == PAGE]


def test_the_query_and_its_lineage_are_those_of_the_fixture() -> None:
    (query,) = on_page("sql")
    lineage = next(block for block in on_page("text") if block.text.startswith("reads t\n"))
    assert f"{query.text}->\n{lineage.text}" in FIXTURES.read_text(encoding="utf-8")
