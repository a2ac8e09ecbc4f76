"""The page follows a struct to its parts, and a part to its struct, but no part to another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser_page import Page
from headwater.model import build_lineage
from headwater.viewer import render_page
from nested_samples import ADDRESS, CUSTOMERS, PAIR, WHO, WHOLE, copied, jobs
from samples import Json, Table, parsed

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.browser


def opened(browser: WebDriver, tmp_path: Path, events: list[Json], link: str) -> Page:
    file = tmp_path / "page.html"
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    return Page(browser, file).open(link)


def test_a_struct_and_its_parts_are_followed_through_jobs(browser: WebDriver, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, copied(), "#dataset=crm.customers&column=address")
    assert page.lit("down") == {"mid.address", "mart.city.city", "mart.geo.lat"}
    page.column("crm.customers", "address.city")
    assert page.lit("down") == {"mid.address.city", "mart.city.city"}
    assert "Goes into\nmid.address.city" in page.panel()
    page.column("mart.city", "city")
    assert page.lit("up") == {"mid.address.city", "crm.customers.address.city"}


def test_the_parts_of_a_struct_have_their_own_sources(browser: WebDriver, tmp_path: Path) -> None:
    events = jobs((CUSTOMERS, PAIR), (PAIR, WHO), (PAIR, WHOLE))
    page = opened(browser, tmp_path, events, "#dataset=crm.customers&column=address.city")
    assert page.lit("down") == {"built.pair", "built.pair.place", "whole.pair"}
    page.column("who", "x")
    assert page.lit("up") == {"built.pair.who", "crm.customers.id"}


def test_the_tag_of_a_struct_is_one_of_its_parts(browser: WebDriver, tmp_path: Path) -> None:
    tags = {"tags": {"tags": [{"key": "pii", "field": "address"}, {"key": "raw"}]}}
    customers = Table("crm.customers", ["id", *ADDRESS], facets=tags)
    page = opened(browser, tmp_path, copied(customers), "#dataset=crm.customers&column=address.city")
    assert dict(zip(page.all("#panel dt"), page.all("#panel dd"), strict=True))["Tags"] == "pii"
