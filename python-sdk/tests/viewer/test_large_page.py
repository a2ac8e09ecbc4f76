"""The page of more datasets than one picture can show: groups first, and of a selection what is near it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.common.by import By

import samples
from browser_page import Page
from headwater.model import build_lineage
from headwater.viewer import render_page
from samples import Json, Table, event, parsed

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.browser

NODES = 6_000  # elements of the page, however many datasets there are


def opened(browser: WebDriver, folder: Path, events: list[Json], link: str = "") -> Page:
    file = folder / "large.html"
    file.write_text(render_page(build_lineage(parsed(events)), title="Lake"), encoding="utf-8")
    return Page(browser, file).open(link)


@pytest.fixture
def large(browser: WebDriver, tmp_path: Path) -> Page:
    """200 tables of 30 columns in 20 folders; each table has one or two of the folder before as sources."""
    return opened(browser, tmp_path, samples.many(datasets=200, columns=30, runs=400))


def titles(page: Page, selector: str = ".node.dataset") -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map(title => title.textContent)"
    found: list[str] = page.browser.execute_script(script, f"{selector} .title")
    return found


def elements(page: Page) -> int:
    return int(page.browser.execute_script("return document.querySelectorAll('*').length"))


def test_the_overview_has_a_box_for_each_folder(large: Page) -> None:
    assert sorted(titles(large)) == sorted(f"layer{number}" for number in range(20))
    assert "Groups (20)" in large.panel()
    assert elements(large) < NODES
    assert not large.browser.find_element(By.ID, "only").is_displayed()


def test_a_group_lists_its_datasets_and_opens_in_the_picture(large: Page) -> None:
    large.click(".group .head")
    assert large.heading() == "layer0"
    assert "Datasets (10)" in large.panel()
    large.click("#open-group")
    inside = [title for title in titles(large) if "/" in title]
    assert sorted(inside) == sorted(f"layer0/table{number}" for number in range(10))
    assert len(titles(large, ".group")) == 19
    large.click("#open-group")
    assert len(titles(large)) == 20


def test_a_selection_shows_what_is_near_it_and_counts_everything(large: Page) -> None:
    large.open("#dataset=layer10/table105")
    assert set(titles(large)) == {f"layer{number}/table{number * 10 + 5}" for number in range(8, 13)}
    assert "Upstream\n10 datasets through 10 jobs" in large.panel()
    assert "Downstream\n9 datasets through 9 jobs" in large.panel()
    assert large.browser.find_elements(By.CSS_SELECTOR, "#lit .column-line.up")


def test_steps_and_direction_limit_what_is_shown_and_are_in_the_link(large: Page) -> None:
    large.open("#dataset=layer10/table105&column=c3")
    large.choose("depth", "1")
    assert set(titles(large)) == {f"layer{number}/table{number * 10 + 5}" for number in (9, 10, 11)}
    large.choose("sides", "upstream")
    assert set(titles(large)) == {"layer9/table95", "layer10/table105"}
    assert "9 columns in 9 datasets" in large.panel()
    link = large.hash()
    assert "depth=1" in link
    assert "sides=up" in link
    large.open(link)
    assert set(titles(large)) == {"layer9/table95", "layer10/table105"}


def test_a_click_on_a_column_of_a_neighbour_selects_it(large: Page) -> None:
    large.open("#dataset=layer10/table105")
    large.column("layer9/table95", "c1")
    assert large.heading() == "c1"
    assert large.lit("self") == {"layer9/table95.c1"}
    large.keys("\ue00c")  # Escape
    assert len(titles(large, ".group")) == 20


def test_the_search_finds_a_column_that_is_not_shown(large: Page) -> None:
    large.click("#search")
    large.keys("table199 c29")
    assert "c29\nlayer19/table199" in large.all("#results")[0]
    large.keys("\n")
    assert large.lit("self") == {"layer19/table199.c29"}


def test_more_neighbours_than_can_be_shown_are_counted(browser: WebDriver, tmp_path: Path) -> None:
    readers = [
        event("COMPLETE", f"etl.r{n}", second=n, run=f"r{n}", inputs=[Table("hub", ["a"])], outputs=[
            Table(f"out/t{n}", ["a"], {"a": [("hub", "a")]})])
        for n in range(400)
    ]  # fmt: skip
    page = opened(browser, tmp_path, readers, "#dataset=hub")
    assert page.all("#cut") == ["501 of 801 boxes are not shown: choose one direction or fewer steps"]
    assert "400 datasets through 400 jobs" in page.panel()
    assert elements(page) < NODES


def test_folders_in_a_long_row_are_wrapped(browser: WebDriver, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, samples.many(datasets=1000, columns=1, runs=1000))
    script = "return [...document.querySelectorAll('.node')].map(n => [n.offsetLeft, n.offsetTop])"
    places = page.browser.execute_script(script)
    assert len(places) == 100
    assert len({top for _, top in places}) > 5
    lines = page.browser.find_elements(By.CSS_SELECTOR, "#base path")
    assert [line.get_attribute("d") for line in lines if line.get_attribute("d")] == []


def test_very_many_jobs_of_few_datasets_open_as_groups(browser: WebDriver, tmp_path: Path) -> None:
    tables = [Table(f"layer{n // 10}/t{n}", ["a"]) for n in range(100)]
    jobs = [
        event("COMPLETE", f"job of day {day} {n}", second=day, inputs=[tables[n]], outputs=[tables[n + 10]])
        for day in range(40)
        for n in range(90)
    ]
    page = opened(browser, tmp_path, jobs)
    assert titles(page) == [f"layer{n}" for n in range(10)]
    page.open("#dataset=layer3/t35")
    assert page.heading() == "layer3/t35"


def test_a_group_is_a_folder_also_if_its_files_have_endings_and_names_occur_twice(
    browser: WebDriver, tmp_path: Path
) -> None:
    events = [event("COMPLETE", "copy", second=1, outputs=[Table(f"raw/file{n}.csv", ["a"]) for n in range(200)])]
    for bucket in ("s3://prod", "s3://stage"):
        made = event("COMPLETE", f"copy to {bucket}", second=2, outputs=[Table(f"wh/t{n}", ["a"]) for n in range(3)])
        events.append(json.loads(json.dumps(made).replace("s3://lake", bucket)))
    assert sorted(titles(opened(browser, tmp_path, events))) == ["raw", "wh", "wh"]
