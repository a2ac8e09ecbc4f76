"""The page in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import samples
from browser_page import Page
from headwater.model import build_lineage
from headwater.viewer import render_page
from samples import event, parsed

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.browser


def test_the_overview_names_everything_and_the_failed_job(page: Page) -> None:
    assert set(page.all(".node.dataset .title")) == {"raw/users", "raw/orders", "clean/orders", "gold/report"}
    assert page.all(".node.job.fail .title") == ["export"]
    assert page.heading() == "Shop"
    assert "disk full" in page.panel()


def test_a_column_highlights_its_sources_through_all_jobs(page: Page) -> None:
    page.column("gold/report", "total")
    assert page.lit("self") == {"gold/report.total"}
    assert page.lit("up") == {"clean/orders.amount", "raw/orders.amount"}
    assert page.lit("down") == set()
    assert page.hash() == "#dataset=gold/report&column=total"


def test_a_column_highlights_its_dependent_columns(page: Page) -> None:
    page.column("raw/users", "country")
    assert page.lit("down") == {"clean/orders.country", "gold/report.country"}
    assert page.lit("up") == set()


def test_indirect_edges_are_followed_on_request(page: Page) -> None:
    page.column("gold/report", "total")
    page.click("#indirect")
    assert page.lit("up") == {"clean/orders.amount", "raw/orders.amount", "raw/orders.status"}
    assert page.lit("faint") == {"raw/orders.status"}
    assert page.browser.find_elements(By.CSS_SELECTOR, "#lit .faint")
    page.column("raw/orders", "status")
    assert page.lit("down") == {f"clean/orders.{name}" for name in samples.CLEAN.columns} | {
        f"gold/report.{name}" for name in samples.REPORT.columns
    }


def test_what_a_job_only_filters_by_is_faint(browser: WebDriver, tmp_path: Path) -> None:
    source = samples.Table("a/a", ["v", "status"], {"v": [("z/z", "v")], "status": [("z/z", "s")]})
    target = samples.Table("b/b", ["v"], {"v": [("a/a", "v")]}, whole=[("a/a", "status")])
    events = [
        event("COMPLETE", "first", second=1, inputs=[samples.Table("z/z", ["v", "s"])], outputs=[source]),
        event("COMPLETE", "mid", second=2, inputs=[source], outputs=[target]),
    ]
    file = tmp_path / "faint.html"
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open("#job=mid&indirect=1")
    assert page.lit("up") == {"a/a.v", "a/a.status", "z/z.v", "z/z.s"}
    assert page.lit("faint") == {"a/a.status", "z/z.s"}


def test_a_view_shows_its_consumers_and_a_column_its_expression(browser: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "views.html"
    file.write_text(render_page(build_lineage(parsed([samples.reader()]))), encoding="utf-8")
    page = Page(browser, file).open("#dataset=db.large")
    assert "Read by\nsums" in page.panel()
    page.column("db.large", "amount")
    assert page.lit("down") == {"gold/sums.total"}
    assert page.lit("up") == {"db.paid.amount", "raw/orders.amount"}
    assert page.browser.find_elements(By.CSS_SELECTOR, "#lit .column-line.up")
    page.open("#dataset=gold/sums&column=total")
    assert "opaque: sum(l.amount * 2)" in page.all("#panel .mono.note")


def test_search_updates_while_typing_and_supports_the_keyboard(page: Page) -> None:
    page.browser.find_element(By.TAG_NAME, "body").send_keys("/")
    page.keys("orders am")
    assert page.all("#results [role=option] .label") == ["amount", "amount"]
    page.keys(Keys.ARROW_DOWN)
    assert page.all('#results [aria-selected="true"] .under') == ["clean/orders"]
    page.keys(Keys.ENTER)
    assert page.lit("self") == {"clean/orders.amount"}
    page.browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    assert (page.lit("self"), page.heading()) == (set(), "Shop")


def test_search_finds_jobs_and_reports_no_result(page: Page) -> None:
    page.click("#search")
    page.keys("report")
    assert "job" in page.all("#results .tag")
    page.keys("zzz")
    assert page.all("#results li") == ["Nothing found"]
    page.keys(Keys.ESCAPE)
    assert page.all("#results li") == [""]


@pytest.mark.parametrize(
    ("link", "heading", "lit"),
    [
        ("#dataset=clean/orders&column=amount", "amount", {"clean/orders.amount"}),
        ("#dataset=s3://lake%20clean/orders&column=amount", "amount", {"clean/orders.amount"}),
        ("#dataset=clean/orders", "clean/orders", set()),
        ("#job=etl.report", "report", set()),
        ("#dataset=none", "Shop", set()),
    ],
)
def test_a_link_opens_its_target(page: Page, link: str, heading: str, lit: set[str]) -> None:
    page.open(link)
    assert (page.heading(), page.lit("self")) == (heading, lit)


def test_back_returns_to_the_selection_before(page: Page) -> None:
    page.column("gold/report", "total")
    page.column("gold/report", "country")
    page.browser.back()
    WebDriverWait(page.browser, 5).until(lambda _: page.heading() == "total")


def test_a_job_shows_its_sql_as_text_and_its_runs(page: Page) -> None:
    page.open("#job=etl.clean")
    assert page.all("#panel pre.sql") == ["select 1 -- </script><script>alert(1)</script>"]
    page.open("#job=etl.report")
    assert len(page.all("#panel .run")) == 2
    page.open("#job=etl.export")
    assert "failed" in page.panel()
    assert page.all("#panel .error") == ["disk full"]


def test_names_are_never_markup(browser: WebDriver, tmp_path: Path) -> None:
    bad = samples.Table("<img src=x onerror=alert(1)>", ["<b>x</b>"], {"<b>x</b>": [("raw/orders", "<i>id</i>")]})
    file = tmp_path / "bad.html"
    events = [event("COMPLETE", "<script>alert(2)</script>", second=1, inputs=[samples.RAW_ORDERS], outputs=[bad])]
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open()
    assert "<img src=x onerror=alert(1)>" in page.all(".node.dataset .title")
    assert browser.find_elements(By.CSS_SELECTOR, "img, main b > b, main i > i, .name b") == []


def test_only_related_hides_the_rest(page: Page) -> None:
    page.column("clean/orders", "order_id")
    page.click("#only")
    assert set(page.all(".node.dataset .title")) == {"raw/orders", "clean/orders"}
    assert page.all(".row .name") == ["id", "order_id"]
    page.click("#only")
    assert len(page.all(".node.dataset")) == 4


def test_back_ends_what_hides_the_rest(page: Page) -> None:
    page.column("clean/orders", "order_id")
    page.keys("o")
    page.browser.back()
    WebDriverWait(page.browser, 20).until(lambda _: len(page.all(".node.dataset")) == 4)
    assert page.heading() == "Shop"


def test_a_link_keeps_the_level_and_nothing_of_the_address_before(page: Page) -> None:
    page.click("#level-dataset")
    assert page.hash() == "#level=dataset"
    page.open(page.hash())
    assert page.all(".row") == []
    page.browser.execute_script("location.hash = '#dataset=clean/orders&only=1&depth=1&sides=up'")
    WebDriverWait(page.browser, 20).until(lambda _: len(page.all(".node.dataset")) == 3)
    page.browser.execute_script("location.hash = '#dataset=clean/orders&only=1'")
    WebDriverWait(page.browser, 20).until(lambda _: len(page.all(".node.dataset")) == 4)
    assert "order_id" in page.all(".row .name")


def test_a_link_keeps_the_level_of_a_column(page: Page) -> None:
    page.column("clean/orders", "order_id")
    page.click("#level-dataset")
    assert page.hash() == "#dataset=clean/orders&column=order_id&level=dataset"
    page.open(page.hash())
    assert (page.heading(), page.all(".row")) == ("order_id", [])
    page.click("#panel section .mono")
    assert page.heading() == "id"
    assert page.lit("self") == {"raw/orders.id"}


def test_a_link_to_what_is_not_there_says_so(page: Page) -> None:
    page.open("#dataset=gold/reports")
    assert page.all("#cut") == ["Nothing here has the name gold/reports"]
    assert page.open("#group=gold").all("#cut") == ["Nothing here has the name gold"]
    page.column("clean/orders", "order_id")
    assert page.all("#cut") == [""]


def test_the_selected_column_is_among_the_rows_of_its_box(browser: WebDriver, tmp_path: Path) -> None:
    names = [f"c{n}" for n in range(30)] + ["id"]
    source = samples.Table("stg/s", names)
    target = samples.Table(
        "dim/t", names, {n: [("stg/s", n), ("dim/t", n)] for n in names}, whole=[("stg/s", "id"), ("dim/t", "id")]
    )
    file = tmp_path / "merge.html"
    events = [event("COMPLETE", "merge", second=1, inputs=[source, target], outputs=[target])]
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open("#dataset=dim/t&column=id&indirect=1")
    assert page.lit("self") == {"dim/t.id"}


def test_the_level_of_datasets_has_no_columns(page: Page) -> None:
    page.click("#level-dataset")
    assert page.all(".row") == []
    page.click(".node.dataset .head")
    assert page.browser.find_elements(By.CSS_SELECTOR, "#lit .link")


def test_light_and_dark_can_be_switched(page: Page) -> None:
    script = "return getComputedStyle(document.body).backgroundColor"
    before = page.browser.execute_script(script)
    page.click("#theme")
    after = page.browser.execute_script(script)
    assert after != before
    assert page.open().browser.execute_script(script) == after
    page.click("#theme")
    assert page.open().browser.execute_script(script) == before


def test_boxes_do_not_overlap_and_data_flows_to_the_right(page: Page) -> None:
    script = """return [...document.querySelectorAll('.node')].map(n => [n.querySelector('.title').textContent,
        n.offsetLeft, n.offsetTop, n.offsetWidth, n.offsetHeight])"""
    boxes = page.browser.execute_script(script)
    left = {name: x for name, x, *_ in boxes}
    flow = ["raw/orders", "clean", "clean/orders", "report", "gold/report", "export"]
    assert sorted(flow, key=lambda name: left[name]) == flow
    for i, (_, x, y, w, h) in enumerate(boxes):
        assert not any(x < x2 + w2 and x2 < x + w and y < y2 + h2 and y2 < y + h for _, x2, y2, w2, h2 in boxes[:i])


def test_a_table_that_feeds_itself_is_drawn(browser: WebDriver, tmp_path: Path) -> None:
    merged = samples.Table("t", ["a", "b"], {"a": [("t", "b")], "b": [("u", "b")]})
    inputs = [samples.Table("t", ["a", "b"]), samples.Table("u", ["b"])]
    file = tmp_path / "loop.html"
    events = [event("COMPLETE", "merge", second=1, inputs=inputs, outputs=[merged])]
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open()
    page.column("t", "a")
    assert page.lit("up") == {"t.b", "u.b"}


def test_an_empty_log_shows_a_message(browser: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "empty.html"
    file.write_text(render_page(build_lineage([])), encoding="utf-8")
    assert Page(browser, file).open().all("#empty") == ["No datasets in these events."]


def test_a_page_that_shows_all_does_so_after_the_window_has_changed(page: Page) -> None:
    script = """const view = document.getElementById('view').getBoundingClientRect();
        return [...document.querySelectorAll('.node')].every(node => {
            const box = node.getBoundingClientRect();
            return box.left >= view.left && box.right <= view.right && box.bottom <= view.bottom;
        })"""
    try:
        page.browser.set_window_size(900, 600)
        WebDriverWait(page.browser, 20).until(lambda browser: browser.execute_script(script))
        page.click("#zoom-in")
        transform = page.browser.execute_script("return document.getElementById('canvas').style.transform")
    finally:
        page.browser.set_window_size(1500, 950)
    page.browser.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 50))")
    assert page.browser.execute_script("return document.getElementById('canvas').style.transform") == transform


def test_a_dataset_reaches_only_what_the_same_runs_write(browser: WebDriver, tmp_path: Path) -> None:
    def run(day: int) -> samples.Json:
        tables = [[samples.Table(f"{place}/day={day}", ["a"])] for place in ("in", "out")]
        return event("COMPLETE", "etl.daily", second=day, run=str(day), inputs=tables[0], outputs=tables[1])

    file = tmp_path / "daily.html"
    file.write_text(render_page(build_lineage(parsed([run(1), run(2)]))), encoding="utf-8")
    page = Page(browser, file).open("#dataset=in/day=1")
    assert "Downstream\n1 dataset through 1 job" in page.panel()
    page.click("#only")
    assert set(page.all(".node.dataset .title")) == {"in/day=1", "out/day=1"}
    page.open("#job=etl.daily")
    assert "Downstream\n2 datasets" in page.panel()
