"""The layout of the page beside two libraries from npm: CPU time, crossings and length of the links."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bench.places import OUT, log_progress
from bench.table import table
from bench.viewer import warehouse
from tests.e2e.lines import ROOT

LIBRARIES = ("elkjs@0.12.1", "@dagrejs/dagre@3.1.3")
LAYOUTS = ("own", "dagre", "elkjs")
SIZES = (150, 500, 2_000)
SECONDS = 90
"""After so long, a layout counts as one that does not end."""
ASSETS = ROOT / "python-sdk" / "src" / "headwater" / "viewer" / "assets"
SHOP = ROOT / "python-sdk" / "tests" / "data" / "shop.jsonl"
HEAD = ("graph", "boxes", "links", "layout", "CPU, s", "crossings", "length, thousand pixels")
DATASET, JOB = (236, 46), (196, 42)  # a box of the page without rows


def run() -> str:
    """Measure each graph with each layout; write layout.json and return the text of the report."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        raise SystemExit(f"bench: {' and '.join(missing)} not found")
    modules = OUT / "npm"
    modules.mkdir(parents=True, exist_ok=True)
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(modules)]
    subprocess.run([*install, *LIBRARIES], check=True)
    shop = (json.loads(line) for line in SHOP.read_text(encoding="utf-8").splitlines())
    graphs = {"shop.jsonl": graph(shop)} | {
        f"{size:,} datasets": graph(warehouse(size)) for size in SIZES
    }
    rows = [row for name, found in graphs.items() for row in measure(name, found, modules)]
    (OUT / "layout.json").write_text(json.dumps(rows, indent=1))
    return table(HEAD, rows)


def graph(events: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Boxes and links as the page has them at the level of datasets."""
    numbers: dict[tuple[str, str, str], int] = {}
    links: dict[tuple[int, int], None] = {}

    def number(kind: str, of: dict[str, Any]) -> int:
        return numbers.setdefault((kind, of["namespace"], of["name"]), len(numbers))

    for event in events:
        job = number("job", event["job"])
        links |= {(number("dataset", each), job): None for each in event.get("inputs", ())}
        links |= {(job, number("dataset", each)): None for each in event.get("outputs", ())}
    ends = {end for link in links for end in link}
    places = {old: new for new, old in enumerate(sorted(ends))}
    sizes = {n: (kind, *(JOB if kind == "job" else DATASET)) for (kind, *_), n in numbers.items()}
    nodes = [dict(zip(("kind", "w", "h"), sizes[n], strict=True)) for n in sorted(ends)]
    return {"nodes": nodes, "links": [{"from": places[a], "to": places[b]} for a, b in links]}


def measure(name: str, found: dict[str, Any], modules: Path) -> Iterator[list[str]]:
    """One row of the table for each layout."""
    text = json.dumps(found)
    for layout in LAYOUTS:
        log_progress(f"layout: {name} with {layout}")
        script = str(Path(__file__).with_suffix(".mjs"))
        command = ["node", "--stack-size=8000", script, str(ASSETS), str(modules), layout]
        size = [name, str(len(found["nodes"])), str(len(found["links"])), layout]
        try:
            done = subprocess.run(
                command, input=text, capture_output=True, text=True, check=False, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            yield [*size, f"more than {SECONDS}", "", ""]
            continue
        if done.returncode:
            why = next((line for line in done.stderr.splitlines() if "Error" in line), "failed")
            yield [*size, why[:60], "", ""]
            continue
        row = json.loads(done.stdout)
        yield [*size, f"{row['cpu']:.2f}", f"{row['crossings']:,}", f"{row['length'] / 1e3:,.0f}"]
