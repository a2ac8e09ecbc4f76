"""The page of many datasets: CPU and memory of `headwater view`, and the renderer's CPU in headless Chromium."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.webdriver import WebDriver

from bench.places import OUT, log_progress
from bench.table import table
from tests.e2e.lines import ROOT

SIZES = (500, 2_000, 10_000)
COLUMNS = 30
LAYERS = (("raw", 0.35), ("staging", 0.3), ("core", 0.2), ("mart", 0.15))  # shares of the datasets
SCHEMAS = 8  # of each layer
HEAD = (
    "datasets",
    "events, MB",
    "build CPU, s",
    "peak memory, MB",
    "page, MB",
    "load CPU, s",
    "select a dataset, ms",
    "select a column, ms",
    "elements",
)
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--window-size=1500,950",
)
CLICK = "document.querySelector(arguments[0]).click(); return document.body.offsetHeight"


def run() -> str:
    """Measure each size; write viewer.json and return the text of the report."""
    missing = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    if missing:
        raise SystemExit(f"bench: {' and '.join(missing)} not found: run scripts/browser-env")
    folder = OUT / "runs" / "viewer"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rows = [measure(size, folder) for size in SIZES]
    (OUT / "viewer.json").write_text(json.dumps(rows, indent=1))
    return table(HEAD, [[text(row[name]) for name in HEAD] for row in rows])


def text(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def measure(size: int, folder: Path) -> dict[str, float]:
    """One row of the table."""
    log_progress(f"viewer: {size:,} datasets")
    events, page = folder / f"{size}.jsonl", folder / f"{size}.html"
    events.write_text("".join(f"{json.dumps(event)}\n" for event in warehouse(size)))
    cpu, memory = build(events, page)
    row: dict[str, float] = {
        "datasets": size,
        "events, MB": events.stat().st_size / 1e6,
        "build CPU, s": cpu,
        "peak memory, MB": memory,
        "page, MB": page.stat().st_size / 1e6,
    }
    events.unlink()
    with browser() as driver:
        row["load CPU, s"] = spent(driver, lambda: driver.get(page.as_uri())) / 1e3
        near = "#dataset=core_1.table_1"
        opened = spent(driver, lambda: driver.execute_script("location.hash = arguments[0]", near))
        row["select a dataset, ms"] = opened
        row["select a column, ms"] = spent(driver, lambda: driver.execute_script(CLICK, ".row.up"))
        row["elements"] = driver.execute_script("return document.querySelectorAll('*').length")
    return row


def build(events: Path, page: Path) -> tuple[float, float]:
    """CPU seconds and peak megabytes of `headwater view`."""
    code = "from headwater.cli import main; raise SystemExit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "view", str(events), "-o", str(page)],
        env=os.environ | {"PYTHONPATH": str(ROOT / "python-sdk" / "src")},
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"bench: headwater view ended with {process.returncode} on {events}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3


@contextmanager
def browser() -> Iterator[WebDriver]:
    options = webdriver.ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    options.binary_location = str(shutil.which("chromium"))
    service = webdriver.ChromeService(str(shutil.which("chromedriver")))
    driver = webdriver.Chrome(options=options, service=service)
    driver.execute_cdp_cmd("Performance.enable", {})
    try:
        yield driver
    finally:
        driver.quit()


def spent(driver: WebDriver, action: Callable[[], object]) -> float:
    """The renderer's CPU of an action in milliseconds, up to the next frame."""
    before = task_seconds(driver)
    action()
    driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 50))")
    after = task_seconds(driver)
    # a new page has a new renderer, which starts at zero
    return (after - before if after >= before else after) * 1e3


def task_seconds(driver: WebDriver) -> float:
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))


def warehouse(size: int) -> Iterator[dict[str, Any]]:
    """The events of a warehouse in four layers: two runs of the job of each table that has sources."""
    random = Random(1)  # noqa: S311  (the same warehouse in each run)
    columns = [f"column_{n}" for n in range(COLUMNS)]
    before: list[str] = []
    for layer, share in LAYERS:
        names = [f"{layer}_{n % SCHEMAS}.table_{n}" for n in range(int(size * share))]
        for name in names:
            sources = random.sample(before, min(len(before), random.randint(1, 4)))
            if sources:
                yield from runs(name, sources, columns, random)
        before = names


def runs(
    name: str, sources: list[str], columns: list[str], random: Random
) -> Iterator[dict[str, Any]]:
    fields = {
        column: {"inputFields": [source(s, random.choice(columns)) for s in sources[:2]]}
        for column in columns
    }
    output = dataset(name, columns)
    output["facets"]["columnLineage"] = {"fields": fields}
    for run in range(2):
        yield {
            "eventTime": f"2026-05-0{run + 1}T10:00:00Z",
            "eventType": "COMPLETE",
            "producer": "https://example.com",
            "run": {"runId": f"00000000-0000-4000-8000-{random.getrandbits(48):012x}"},
            "job": {"namespace": "bench", "name": f"etl.{name}"},
            "inputs": [dataset(s, columns) for s in sources],
            "outputs": [output],
        }


def dataset(name: str, columns: list[str]) -> dict[str, Any]:
    schema = {"fields": [{"name": column, "type": "string"} for column in columns]}
    return {"namespace": "s3://lake", "name": name, "facets": {"schema": schema}}


def source(name: str, column: str) -> dict[str, Any]:
    kind = {"type": "DIRECT", "subtype": "IDENTITY"}
    return {"namespace": "s3://lake", "name": name, "field": column, "transformations": [kind]}
