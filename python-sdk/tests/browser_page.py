"""Headless Chromium, and the viewer's page with the actions of a user."""

from __future__ import annotations

import csv
import json
import shutil
from typing import TYPE_CHECKING

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver.chrome.webdriver import WebDriver

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    "--window-size=1500,950",
]


def start_browser(profile: Path) -> WebDriver:
    """Start Chromium with a new profile; it logs requests and errors."""
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    if missing := [name for name, path in programs.items() if path is None]:
        pytest.fail(f"{' and '.join(missing)} not found: run scripts/browser-env, or deselect with -m 'not browser'")
    options = webdriver.ChromeOptions()
    options.binary_location = str(programs["chromium"])
    for flag in [*FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(str(programs["chromedriver"])))


class Page:
    """The page with the actions of a user."""

    def __init__(self, browser: WebDriver, file: Path) -> None:
        self.browser = browser
        self.address = file.as_uri()

    def open(self, link: str = "") -> Page:
        self.browser.get("about:blank")
        self.browser.get_log("performance")
        self.browser.get_log("browser")
        self.browser.get(self.address + link)
        return self

    def all(self, selector: str) -> list[str]:
        return [found.text for found in self.browser.find_elements(By.CSS_SELECTOR, selector)]

    def click(self, selector: str) -> None:
        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def column(self, dataset: str, column: str) -> None:
        script = """return [...document.querySelectorAll('.node.dataset')].find(n =>
            n.querySelector('.title').textContent === arguments[0]).querySelectorAll('.row')"""
        rows = self.browser.execute_script(script, dataset)
        next(row for row in rows if row.text.split("\n")[0] == column).click()

    def lit(self, side: str) -> set[str]:
        script = """return [...document.querySelectorAll('.row.' + arguments[0])].map(r =>
            r.closest('.node').querySelector('.title').textContent + '.' + r.querySelector('.name').textContent)"""
        return set(self.browser.execute_script(script, side))

    def choose(self, name: str, option: str) -> None:
        Select(self.browser.find_element(By.ID, name)).select_by_visible_text(option)

    def keys(self, *keys: str) -> None:
        self.browser.switch_to.active_element.send_keys(*keys)

    def heading(self) -> str:
        return self.all("#panel h2")[0]

    def hash(self) -> str:
        return str(self.browser.execute_script("return decodeURIComponent(location.hash)"))

    def downloaded(self, folder: Path) -> list[list[str]]:
        """Return the rows of the CSV of what is shown."""
        folder.mkdir()
        settings = {"behavior": "allow", "downloadPath": str(folder)}
        self.browser.execute_cdp_cmd("Page.setDownloadBehavior", settings)
        self.click("#csv")
        file = folder / "lineage.csv"
        WebDriverWait(self.browser, 20).until(lambda _: file.exists() and file.read_bytes().endswith(b"\r\n"))
        with file.open(encoding="utf-8", newline="") as text:
            return list(csv.reader(text))

    def panel(self) -> str:
        return self.all("#panel")[0]


def assert_quiet(browser: WebDriver) -> None:
    """Fail if the page has made a request or logged an error."""
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    requests = [item["params"]["request"]["url"] for item in events if item["method"] == "Network.requestWillBeSent"]
    assert [url for url in requests if not url.startswith(("file:///", "about:", "blob:"))] == []
