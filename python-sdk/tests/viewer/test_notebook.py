"""The page inside the output of a notebook's cell: a frame that can reach nothing of the notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.common.by import By

import samples
from browser_page import Page, assert_quiet
from headwater import QueryLineage

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.browser


def test_the_frame_shows_the_columns_and_follows_a_click(chromium: WebDriver, tmp_path: Path) -> None:
    event = samples.event("COMPLETE", "report", second=1, inputs=[samples.CLEAN], outputs=[samples.REPORT])
    file = tmp_path / "notebook.html"
    frame = QueryLineage.of_event(event)._repr_html_()
    file.write_text(f"<!doctype html><meta charset=utf-8><h1>A cell</h1>{frame}", encoding="utf-8")
    page = Page(chromium, file).open()
    chromium.switch_to.frame(chromium.find_element(By.TAG_NAME, "iframe"))
    page.column("gold/report", "total")
    assert page.lit("up") == {"clean/orders.amount"}
    assert page.hash() == "#dataset=gold/report&column=total"
    page.click("#panel a.mono")
    page.click("#indirect")
    assert "indirect=1" in page.hash()
    assert [each.text for each in chromium.find_elements(By.CSS_SELECTOR, "#panel .link")] == ["CSV"]  # has no address
    rows = page.downloaded(tmp_path / "downloads")
    assert ["clean/orders", "amount", "gold/report", "total"] in [row[:4] for row in rows]
    chromium.switch_to.default_content()
    assert_quiet(chromium)
