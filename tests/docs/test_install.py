"""Each page of docs/install answers the questions of someone who installs the agent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks

FOLDER = ROOT / "docs" / "install"
GENERAL = {"index.md", "faster-start.md", "upgrade.md"}
INDEX = FOLDER / "index.md"
PAGES = [p for p in sorted(FOLDER.glob("*.md")) if p.name not in GENERAL]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_page_says_where_events_wait_how_to_check_and_what_is_not_seen(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [
        label for label in ("Spool", "Check", "Not seen") if f"- **{label}:**" not in text
    ] == []


def test_the_log_file_of_the_index_also_has_spark_s_own_lines() -> None:
    """Log4j takes a file without a root logger, and then hides warnings and writes to the standard output."""
    (lines,) = [
        block.text
        for block in blocks("properties")
        if block.page == "docs/install/index.md" and "logger." in block.text
    ]
    for line in (
        "rootLogger.level = warn",
        "appender.console.target = SYSTEM_ERR",
        "logger.hw.level = info",
    ):
        assert line in lines.splitlines()
    assert "rootLogger.appenderRef.console.ref = console" in lines


def test_the_index_lists_each_page_once() -> None:
    text = INDEX.read_text(encoding="utf-8")
    listed = [name for name in (p.name for p in PAGES) if text.count(f"| [{name}]({name})") != 1]
    assert listed == []
