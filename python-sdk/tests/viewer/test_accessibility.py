"""Accessibility of the page: axe-core, and the keyboard."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import samples
from browser_page import Page
from headwater.model import build_lineage
from headwater.viewer import render_page
from samples import parsed, report_shop

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.browser

JARS = Path(__file__).resolve().parents[3] / "build" / "jars"
LINKS = ("#", "#dataset=gold/report", "#dataset=gold/report&column=country", "#job=etl.report", "#unknown=1&only=1")
RUN = """const done = arguments[0];
const text = rule => [rule.id, rule.help, ...rule.nodes.slice(0, 3).map(node => node.html.slice(0, 200))];
axe.run(document).then(found => done(found.violations.map(text)), error => done([String(error)]))"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe-core, from the jar of its Java bindings."""
    found = sorted(JARS.glob("selenium-*.jar"))
    if not found:
        pytest.fail(f"axe-core is not in {JARS}: run scripts/fetch-jar axe-core")
    with zipfile.ZipFile(found[-1]) as jar:
        return jar.read("axe.min.js").decode()


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest, browser: WebDriver) -> Iterator[str]:
    """A colour scheme, as the system of the reader has it."""
    feature = {"name": "prefers-color-scheme", "value": request.param}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    yield str(request.param)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def violations(page: Page, axe: str) -> list[Any]:
    page.browser.execute_script(axe)
    found: list[Any] = page.browser.execute_async_script(RUN)
    return found


def opened(browser: WebDriver, folder: Path, *, large: bool) -> Page:
    file = folder / "page.html"
    events = samples.many(datasets=200, columns=12, runs=400) if large else report_shop()
    file.write_text(render_page(build_lineage(parsed(events)), title="Shop"), encoding="utf-8")
    return Page(browser, file)


@pytest.mark.usefixtures("scheme")
def test_axe_finds_no_violation(browser: WebDriver, tmp_path: Path, axe: str) -> None:
    page = opened(browser, tmp_path, large=False)
    for link in LINKS:
        assert violations(page.open(link), axe) == [], link
    page.click("#search")
    page.keys("or")
    assert violations(page, axe) == []
    page.open("#dataset=gold/report").click("#level-dataset")
    assert violations(page, axe) == []


@pytest.mark.usefixtures("scheme")
def test_axe_finds_no_violation_in_a_large_page(browser: WebDriver, tmp_path: Path, axe: str) -> None:
    page = opened(browser, tmp_path, large=True)
    for link in ("#", "#group=s3://lake%20layer3", "#dataset=layer10/table105&column=c3"):
        assert violations(page.open(link), axe) == [], link


def test_axe_finds_no_violation_on_a_phone(browser: WebDriver, tmp_path: Path, axe: str) -> None:
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        page = opened(browser, tmp_path, large=False)
        for link in LINKS:
            page.open(link)
            assert violations(page, axe) == [], link
            assert browser.execute_script("return document.documentElement.scrollWidth") == 390
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_everything_is_reached_with_the_keyboard(browser: WebDriver, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, large=False).open()
    browser.find_element(By.TAG_NAME, "body").send_keys("u")
    assert page.hash() == "#unknown=1"
    page.keys(Keys.ESCAPE)
    assert page.heading() == "Shop"
    names = []
    for _ in range(60):
        page.keys(Keys.TAB)
        names.append(focused(browser))
    wanted = {"CSV", "Columns", "Indirect", "Unknown", "Only related", "Fit", "Dataset gold/report", "Show them"}
    assert wanted <= set(names)


def test_arrows_and_enter_select_a_column(browser: WebDriver, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, large=False).open()
    for _ in range(60):
        page.keys(Keys.TAB)
        if focused(browser) == "Dataset gold/report":
            break
    page.keys(Keys.ARROW_DOWN)
    page.keys(Keys.ARROW_DOWN)
    page.keys(Keys.ENTER)
    assert page.hash() == "#dataset=gold/report&column=total"


def focused(browser: WebDriver) -> str:
    """Return the name of what has the focus: of a box its first two parts."""
    script = """const at = document.activeElement;
        const parts = at.matches('.head') ? [...at.children].slice(0, 2) : [at];
        return parts.map(part => part.textContent).join('')"""
    return str(browser.execute_script(script))


def place_of_focus(page: Page) -> str:
    script = "const at = document.activeElement; return at.closest('[data-key]')?.dataset.key || at.id"
    return str(page.browser.execute_script(script))


def test_the_focus_stays_where_boxes_or_the_panel_are_made_anew(browser: WebDriver, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, large=True).open("#dataset=layer10/table105")
    script = "[...document.querySelectorAll('.node.dataset .head')].at(-1).focus()"
    browser.execute_script(script)
    box = place_of_focus(page)
    page.keys(Keys.ENTER)
    assert place_of_focus(page) == box
    browser.execute_script("document.querySelector('#panel section a').focus()")
    page.keys(Keys.ENTER)
    assert place_of_focus(page) == "panel"
    assert page.heading() in browser.execute_script("return document.getElementById('shown').textContent")
    browser.find_element(By.TAG_NAME, "body").send_keys("/")
    page.keys("table7", Keys.ENTER)
    assert place_of_focus(page) == "panel"
