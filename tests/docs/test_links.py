"""Links of the Markdown pages lead to files and headings that exist. Addresses of the web are not fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, anchors, links, pages, repository_path, resolve


@pytest.mark.parametrize("page", pages(), ids=repository_path)
def test_each_link_leads_to_a_file_of_the_repository(page: Path) -> None:
    broken = []
    for line, target in links(page):
        path, _ = resolve(page, target)
        if not path.is_relative_to(ROOT) or not path.exists():
            broken.append(f"{repository_path(page)}:{line}: {target}")
    assert broken == []


@pytest.mark.parametrize("page", pages(), ids=repository_path)
def test_each_anchor_is_a_heading(page: Path) -> None:
    broken = []
    for line, target in links(page):
        path, anchor = resolve(page, target)
        if anchor and path.suffix == ".md" and path.exists() and anchor not in anchors(path):
            broken.append(f"{repository_path(page)}:{line}: {target}")
    assert broken == []


def test_links_are_found() -> None:
    assert sum(len(links(page)) for page in pages()) > 50


def test_the_package_readme_shows_nothing_that_a_package_index_lacks() -> None:
    """The README is the package's page on an index, where relative links lead nowhere."""
    readme = ROOT / "python-sdk" / "README.md"
    assert [target for _, target in links(readme) if not target.startswith("#")] == []
