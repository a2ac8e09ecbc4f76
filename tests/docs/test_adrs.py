"""Every decision record has a number, a date and the five sections, and the index lists it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, repository_path

FOLDER = ROOT / "docs" / "adr"
RECORDS = sorted(p for p in FOLDER.glob("*.md") if p.name != "README.md")
SECTIONS = ["Context", "Decision", "Alternatives", "Consequences"]


def test_numbers_have_no_gap() -> None:
    assert [int(p.name[:4]) for p in RECORDS] == list(range(1, len(RECORDS) + 1))


@pytest.mark.parametrize("record", RECORDS, ids=repository_path)
def test_a_record_has_title_date_and_sections(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    title = re.match(rf"# {int(record.name[:4])}\. \S.*\n\nDate: 2026-\d\d(-\d\d)?\n", text)
    assert title, text[:80]
    assert re.findall(r"(?m)^## (.+)$", text) == SECTIONS


def test_the_index_lists_every_record() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((\d{4}-[^)]+)\)", index) == [p.name for p in RECORDS]
