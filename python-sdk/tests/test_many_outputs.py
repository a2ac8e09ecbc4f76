"""One run with many outputs: what the model and the page do grows with their number, not with its square."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import headwater.model
from browser_page import Page
from headwater.model import build_lineage
from headwater.viewer import page
from samples import RAW_ORDERS, Json, Table, event, parsed, used, view

if TYPE_CHECKING:
    from types import FrameType

    from selenium.webdriver.chrome.webdriver import WebDriver

MODEL = str(Path(headwater.model.__file__).parent)


def fan_out(outputs: int) -> list[Json]:
    """One run that copies a table to others, and reads a view for each."""
    tables = [Table(f"copy/{number}", ["id"], {"id": [("raw/orders", "id")]}) for number in range(outputs)]
    views = [view("recent", ["id"], usedBy=[used("id", "IDENTITY", f"copy/{number}") for number in range(outputs)])]
    facets = {"headwater_views": {"views": views}}
    return [
        event(kind, "etl.copy", second=second, run="one", inputs=[RAW_ORDERS], outputs=tables, run_facets=facets)
        for second, kind in enumerate(("START", "COMPLETE"))
    ]


def lines_run(outputs: int) -> int:
    """The lines of the model's source that run, each time that they do."""
    count = 0

    def trace(frame: FrameType, kind: str, _: object) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(MODEL):
            return None
        count += kind == "line"
        return trace

    events = parsed(fan_out(outputs))
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        assert len(build_lineage(events).edges) >= outputs
    finally:
        sys.settrace(before)
    return count


def test_the_model_reads_each_output_a_fixed_number_of_times() -> None:
    small, large, larger = (lines_run(outputs) for outputs in (40, 80, 160))
    assert larger - large < 2.2 * (large - small)


@pytest.mark.browser
def test_the_page_reads_what_a_run_has_written_once(browser: WebDriver, tmp_path: Path) -> None:
    lineage = build_lineage(parsed(fan_out(100)))
    (file := tmp_path / "page.html").write_text(page.render_page(lineage), encoding="utf-8")
    Page(browser, file).open()
    sources = {name: page._asset(f"{name}.js") for name in ("data", "tables")}
    script = f"""
        const document = {{ getElementById: () => ({{ textContent: {json.dumps(json.dumps(lineage.to_json()))} }}) }};
        const plural = String;
        {sources["data"]}
        let reads = 0;
        jobs.forEach((job) => job.runs.forEach((run) => {{
          const written = run.written;
          Object.defineProperty(run, 'written', {{ get: () => {{ reads += 1; return written; }} }});
        }}));
        {sources["tables"]}
        const rows = datasets.map(datasetRow);
        return [reads, rows.filter((row) => row[DATASET_HEAD.indexOf('last written')]).length];
    """
    assert browser.execute_script(script) == [1, 100]
