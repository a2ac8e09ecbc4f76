"""What the panel says of datasets, columns and jobs; the filter of unknown columns, and print."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.common.by import By

import samples
from browser_page import Page
from headwater.model import build_lineage
from headwater.viewer import render_page
from samples import CLEAN, Table, event, parsed

if TYPE_CHECKING:
    from pathlib import Path

    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.browser


def test_a_dataset_has_its_last_write_its_failures_owners_and_tags(panel: Page) -> None:
    panel.open("#dataset=gold/report")
    facts = dict(zip(panel.all("#panel dt"), panel.all("#panel dd"), strict=True))
    assert "2026" in facts["Last written"]
    assert facts["Took"] == "1 min 0 s"
    assert facts["Wrote"] == "1,234 rows · 5.6 MB · 3 files"
    assert facts["Failed runs"].startswith("1 of 3, the last one ")
    script = "return [...document.querySelectorAll('.marks i')].map(mark => mark.className)"
    assert panel.browser.execute_script(script) == ["complete", "complete", "fail"]
    assert (facts["Owners"], facts["Tags"]) == ("team:sales", "gold")
    assert panel.all("#panel .marks-of") == ["pii=email opaque".replace(" ", "\n")]


def test_a_run_of_which_only_the_end_is_known_has_no_duration(browser: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    events = [event("COMPLETE", "j", second=1, inputs=[samples.RAW_ORDERS], outputs=[CLEAN])]
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open("#dataset=clean/orders")
    assert "Last written" in page.all("#panel dt")
    assert "Took" not in page.all("#panel dt")
    page.open("#job=j")
    assert page.all("#panel .took") == ["\N{EN DASH}"]


def test_a_duration_is_rounded_before_its_unit_is_chosen(browser: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    start = event("START", "j", second=0, outputs=[CLEAN])
    end = event("COMPLETE", "j", second=10_790, inputs=[samples.RAW_ORDERS], outputs=[CLEAN])
    file.write_text(render_page(build_lineage(parsed([start, end]))), encoding="utf-8")
    assert Page(browser, file).open("#job=j").all("#panel .took") == ["3 h 0 min"]


def test_what_foreach_batch_runs_shows_its_stream_and_its_application(browser: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    stream = {"namespace": "shop", "name": "app.write_to_stream.s"}
    of_application = {"parent": {"run": {"runId": "a"}, "job": {"namespace": "shop", "name": "app"}}}
    of_batch = of_application | {"headwater_batch": {"batchId": 0, "run": {"runId": "s"}, "job": stream}}
    inputs = [samples.RAW_ORDERS]
    events = [
        event("START", "app.write_to_stream.s", second=1, inputs=inputs, run_facets=of_application),
        event("COMPLETE", "app.w", second=2, inputs=inputs, outputs=[CLEAN], run_facets=of_batch),
    ]
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open("#job=app.w")
    facts = dict(zip(page.all("#panel dt"), page.all("#panel dd"), strict=True))
    assert (facts["Application"], facts["Stream"]) == ("app", "app.write_to_stream.s")
    page.open("#job=app.write_to_stream.s")
    assert "Stream" not in page.all("#panel dt")


def test_the_keys_are_those_that_have_an_effect(panel: Page, browser: WebDriver, tmp_path: Path) -> None:
    assert {"u", "o"} <= set(panel.all("#panel .keys dt"))
    file = tmp_path / "known.html"
    many = build_lineage(parsed(samples.many(datasets=160, columns=2, runs=160)))
    file.write_text(render_page(many), encoding="utf-8")
    assert not {"u", "o"} & set(Page(browser, file).open().all("#panel .keys dt"))


def test_the_legend_explains_each_form_of_edge(panel: Page) -> None:
    assert panel.all(".legend li") == ["upstream", "downstream", "indirect", "back to an earlier step", "failed"]


def test_facets_that_the_page_does_not_know_are_tables(panel: Page) -> None:
    panel.open("#dataset=gold/report")
    script = """return Object.fromEntries([...document.querySelectorAll('.facet')].map(table => [
        table.closest('section').querySelector('h3').textContent,
        [...table.rows].map(row => [...row.cells].map(cell => cell.textContent))]))"""
    assert panel.browser.execute_script(script) == {
        "hierarchy": [["type", "name"], ["CATALOG", "lake"], ["TABLE", "report"]],
        "acme_cost": [["center", "=7+1"], ["budget.year", "2026"], ["budget.open", "true"]],
    }
    assert "{" not in panel.panel()
    panel.open("#job=etl.report")
    assert panel.browser.execute_script(script) == {"acme_team": [["chat", "#sales"]]}


def test_a_column_has_its_expression_the_sql_of_the_step_and_tags(panel: Page) -> None:
    panel.open("#dataset=gold/report&column=total")
    assert "sum(amount)" in panel.all("#panel .mono.note")
    panel.click("#panel details summary")
    assert panel.all("#panel details pre") == ["SELECT country, sum(amount) AS total FROM orders"]
    panel.open("#dataset=gold/report&column=country")
    facts = dict(zip(panel.all("#panel dt"), panel.all("#panel dd"), strict=True))
    assert (facts["Tags"], facts["Owners"], facts["Lineage"]) == ("pii=email", "team:sales", "opaque")
    panel.open("#dataset=gold/late&column=total")
    assert panel.all("#panel .chip.bad") == ["has not completed"]
    assert "no run has completed" in panel.panel()


def test_the_filter_shows_the_columns_whose_lineage_is_unknown(panel: Page) -> None:
    panel.click("#unknown")
    assert panel.lit("self") == {"gold/report.country", "gold/other.x", "gold/other.rate"}
    assert panel.lit("up") == {"clean/orders.country"}
    assert panel.all("#panel h3") == ["Unknown (1)", "Opaque (1)", "Local (1)"]
    assert panel.hash() == "#unknown=1"
    panel.click("#only")
    assert set(panel.all(".node.dataset .title")) == {"clean/orders", "gold/report", "gold/other"}
    panel.click("#unknown")
    assert panel.heading() == "Shop"
    assert "Local, opaque and unknown columns (3)" in panel.panel()


def test_a_page_without_unknown_columns_has_no_filter(page: Page) -> None:
    assert not page.browser.find_element(By.ID, "unknown").is_displayed()


def test_a_job_without_columns_does_not_end_what_depends_on_a_column(browser: WebDriver, tmp_path: Path) -> None:
    export = event("COMPLETE", "dbt.export", second=99, inputs=[CLEAN], outputs=[Table("ext/partner", ["id"])])
    file = tmp_path / "export.html"
    file.write_text(render_page(build_lineage(parsed([*samples.shop(), export]))), encoding="utf-8")
    page = Page(browser, file).open("#dataset=clean/orders&column=order_id")
    assert "Downstream\nnot known" in page.panel()
    assert "May go into\next/partner\nin dbt.export, whose events name no columns" in page.panel()
    page.open("#dataset=ext/partner&column=id")
    assert "Upstream\nnot known" in page.panel()
    assert "May be made from\nclean/orders" in page.panel()
    assert "May go into" not in page.open("#dataset=raw/orders&column=id").panel()
    assert "Downstream\n1 column in 1 dataset or more" in page.panel()
    assert "Downstream\nnone" in page.open("#dataset=raw/orders&column=status").panel()


def test_the_whole_message_of_an_error_can_be_read(browser: WebDriver, tmp_path: Path) -> None:
    facets = {"errorMessage": {"message": "Database Error in model x\n  relation raw.y does not exist"}}
    file = tmp_path / "error.html"
    events = [event("FAIL", "x", second=1, outputs=[CLEAN], run_facets=facets)]
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open("#job=x")
    assert "relation raw.y does not exist" not in page.panel()
    page.click(".run summary")
    assert "relation raw.y does not exist" in page.panel()


def test_the_definition_of_a_view_is_no_run(browser: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "views.html"
    file.write_text(render_page(build_lineage(parsed([samples.reader()]))), encoding="utf-8")
    page = Page(browser, file).open()
    assert "1\nruns" in page.panel()
    assert "Runs (" not in page.open("#job=definition of db.paid").panel()


def test_sizes_are_rounded_before_their_unit_is_chosen(browser: WebDriver, tmp_path: Path) -> None:
    written = replace(CLEAN, facets={"outputStatistics": {"size": 999960}})
    file = tmp_path / "size.html"
    events = [event("COMPLETE", "j", second=1, outputs=[written])]
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    assert "1.0 MB" in Page(browser, file).open("#dataset=clean/orders").panel()


def test_jobs_that_write_one_table_have_different_names(browser: WebDriver, tmp_path: Path) -> None:
    events = [
        event(
            "COMPLETE",
            f"{application}.append_data.db_orders",
            second=n,
            inputs=[samples.RAW_ORDERS],
            outputs=[CLEAN],
        )
        for n, application in enumerate(["etl_daily", "backfill"])
    ]
    file = tmp_path / "same.html"
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open("#dataset=clean/orders")
    assert "etl_daily.append_data.db_orders completed" in page.panel()
    assert "backfill.append_data.db_orders completed" in page.panel()


def test_boxes_of_jobs_that_end_in_one_word_and_write_different_tables_differ(
    browser: WebDriver, tmp_path: Path
) -> None:
    """As the jobs of dbt, whose names end in what dbt does."""
    events = [
        event("COMPLETE", f"db.main.shop.{name}.build.run", second=1, outputs=[Table(f"main/{name}", ["id"])])
        for name in ("orders", "customers")
    ]
    file = tmp_path / "dbt.html"
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open()
    assert sorted(page.all(".node.job .title")) == ["customers.build.run", "orders.build.run"]
    assert page.all(".node.job .sub") == ["db.main.shop"] * 2


def test_boxes_of_jobs_that_differ_in_their_application_differ(browser: WebDriver, tmp_path: Path) -> None:
    def run(application: str) -> samples.Json:
        facets = {"parent": {"run": {"runId": application}, "job": {"namespace": "shop", "name": application}}}
        return event("COMPLETE", f"{application}.append_data.orders", second=1, outputs=[CLEAN], run_facets=facets)

    file = tmp_path / "boxes.html"
    file.write_text(render_page(build_lineage(parsed([run("daily"), run("backfill")]))), encoding="utf-8")
    assert Page(browser, file).open().all(".node.job .sub") == ["daily.append data", "backfill.append data"]


def test_the_application_is_the_job_in_the_namespace_of_the_parent(browser: WebDriver, tmp_path: Path) -> None:
    def run(job: str, namespace: str, parent: str = "") -> samples.Json:
        above = {"parent": {"run": {"runId": "a"}, "job": {"namespace": parent, "name": "etl"}}} if parent else {}
        made = event("COMPLETE", job, second=1, run=f"{namespace} {job}", inputs=[CLEAN], run_facets=above)
        made["job"]["namespace"] = namespace
        return made

    file = tmp_path / "parents.html"
    runs = [run("etl", "shop"), run("etl", "test"), run("etl.a", "shop", "test"), run("etl.b", "shop", "prod")]
    file.write_text(render_page(build_lineage(parsed(runs))), encoding="utf-8")
    page = Page(browser, file).open("#job=shop etl.a")
    page.click("#panel dd a")
    assert page.hash() == "#job=test etl"
    assert page.open("#job=etl.b").all("#panel dd a") == []
    assert "Application\netl" in page.panel()


def test_last_written_is_the_latest_end(browser: WebDriver, tmp_path: Path) -> None:
    def run(name: str, start: int, end: int) -> list[samples.Json]:
        return [
            event("START", "j", second=start, run=name),
            event("COMPLETE", "j", second=end, run=name, outputs=[CLEAN]),
        ]

    file = tmp_path / "writes.html"
    events = sorted([*run("long", 0, 7200), *run("short", 3600, 3900)], key=lambda each: each["eventTime"])
    file.write_text(render_page(build_lineage(parsed(events))), encoding="utf-8")
    page = Page(browser, file).open("#dataset=clean/orders")
    assert "Took\n2 h" in page.panel()


def test_paper_has_the_whole_panel_and_no_controls(panel: Page) -> None:
    panel.open("#dataset=gold/report")
    browser = panel.browser
    browser.execute_script("dispatchEvent(new Event('beforeprint'))")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        script = """const box = document.getElementById('panel');
            const width = document.getElementById('view').getBoundingClientRect().width;
            const bar = getComputedStyle(document.querySelector('.bar')).display;
            return [box.scrollHeight - box.clientHeight, width <= 700, bar]"""
        assert browser.execute_script(script) == [0, True, "none"]
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
