"""The rows that the page downloads as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import samples
from browser_page import Page
from headwater.model import build_lineage
from headwater.viewer import render_page
from samples import CLEAN, Table, event, parsed

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("link", "rows"),
    [
        (
            "#dataset=gold/report&column=total",
            [
                ["clean/orders", "amount", "gold/report", "total", "DIRECT", "AGGREGATION", "no", "sum(amount)"],
                ["gold/report", "total", "gold/late", "total", "DIRECT", "IDENTITY", "no", ""],
                ["gold/report", "", "gold/other", "", "TABLE", "", "no", ""],
            ],
        ),
        (
            "#unknown=1",
            [
                ["gold/other", "x", "unknown", "etl.other"],
                ["gold/other", "rate", "local", "etl.other"],
                ["gold/report", "country", "opaque", "etl.report"],
            ],
        ),
        ("#", [["clean/orders"], ["gold/late"], ["gold/other"], ["gold/report"]]),
    ],
)
def test_what_is_shown_is_downloaded_as_csv(panel: Page, tmp_path: Path, link: str, rows: list[list[str]]) -> None:
    panel.open(link)
    found = panel.downloaded(tmp_path / "downloads")
    assert [row[: len(rows[0])] for row in found[1:]] == rows


def test_a_formula_is_no_formula_in_the_csv(browser: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "formula.html"
    bad = Table('=1+1,"x"', ["a\nb"], {"a\nb": [("raw/orders", "@id")]})
    events = [event("COMPLETE", "j", second=1, inputs=[samples.RAW_ORDERS], outputs=[bad])]
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open("#job=j")
    (row,) = page.downloaded(tmp_path / "downloads")[1:]
    assert row[:4] == ["raw/orders", "'@id", '\'=1+1,"x"', "a\nb"]


@pytest.mark.parametrize("link", ["#dataset=clean/orders", "#dataset=clean/orders&column=order_id"])
def test_the_csv_has_what_depends_on_a_table_through_jobs_without_columns(
    browser: WebDriver, tmp_path: Path, link: str
) -> None:
    export = event("COMPLETE", "dbt.export", second=99, inputs=[CLEAN], outputs=[Table("ext/partner", ["id"])])
    file = tmp_path / "export.html"
    file.write_text(render_page(build_lineage(parsed([*samples.shop(), export]))), encoding="utf-8")
    rows = Page(browser, file).open(link).downloaded(tmp_path / "downloads")
    expected = ["clean/orders", "", "ext/partner", "", "TABLE", "", "no", "", "dbt.export", "yes"]
    assert [row for row in rows if row[4] == "TABLE"] == [expected]
