"""The page of a job that has no run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import samples
from browser_page import Page
from headwater.events import parse_event, read_events
from headwater.model import build_lineage
from headwater.viewer import render_page
from samples import Table, event, parsed, shop

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.browser


def test_a_job_that_only_declares_its_lineage_is_shown(
    browser: WebDriver,
    tmp_path: Path,
) -> None:
    kind = {"jobType": {"jobType": "APPLICATION"}}
    declared = event("", "dashboard", second=1, inputs=[samples.REPORT], job_facets=kind)
    del declared["run"]
    events = [*parsed(shop()), parse_event(json.dumps(declared))]
    file = tmp_path / "declared.html"
    file.write_text(render_page(build_lineage(events)), encoding="utf-8")
    page = Page(browser, file).open()
    assert "Applications" not in page.panel()
    page.open("#job=dashboard")
    assert page.heading() == "dashboard"
    assert "gold/report" in page.panel()
    assert "Runs" not in page.panel()


def test_lineage_of_a_run_that_did_not_complete_and_an_unknown_column_are_marked(
    browser: WebDriver,
    tmp_path: Path,
) -> None:
    read = read_events([Path(__file__).parents[1] / "data" / "shop.jsonl"]).events
    table = Table("out", ["a"], {"a": []}).to_json()
    table["facets"]["columnLineage"]["fields"]["a"]["transformationDescription"] = "unknown"
    made = {**event("COMPLETE", "etl", second=1), "outputs": [table]}
    file = tmp_path / "shop.html"
    file.write_text(render_page(build_lineage([*read, *parsed([made])])), encoding="utf-8")
    page = Page(browser, file).open("#dataset=mart.broken&column=amount")
    assert page.heading() == "amount"
    assert page.all(".chip.bad") == ["has not completed"]
    assert "has not completed" not in page.open("#dataset=mart.revenue&column=revenue").panel()
    assert "The lineage of this column is unknown" in page.open("#dataset=out&column=a").panel()
