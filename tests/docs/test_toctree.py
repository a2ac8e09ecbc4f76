"""Each page of docs/ is in exactly one table of contents of the site: Sphinx fails for one that is in none."""

from __future__ import annotations

from collections import Counter

from tests.docs.pages import ROOT

DOCS = ROOT / "docs"
NOT_PAGES = {"adr", "examples"}  # the decisions have a glob of their own


def entries() -> list[str]:
    """The documents of all tables of contents, without suffix; those outside of docs/ are left out."""
    found: list[str] = []
    for table in (DOCS / "index.rst").read_text(encoding="utf-8").split(".. toctree::")[1:]:
        names = [line.strip() for line in table.splitlines() if line.startswith("   ")]
        names = [name for name in names if name and not name.startswith(":") and "<" not in name]
        expanded = [
            path.relative_to(DOCS).with_suffix("").as_posix()
            for name in names
            for path in (sorted(DOCS.glob(f"{name}.md")) if "*" in name else [DOCS / f"{name}.md"])
        ]
        found += dict.fromkeys(expanded)  # a glob repeats the page before it
    return found


def test_each_page_is_in_one_table_of_contents() -> None:
    pages = {
        path.relative_to(DOCS).with_suffix("").as_posix()
        for path in DOCS.rglob("*.md")
        if path.relative_to(DOCS).parts[0] not in NOT_PAGES
    }
    counts = Counter(entries())
    assert sorted(pages - counts.keys()) == []
    assert sorted(name for name, times in counts.items() if times > 1) == []
