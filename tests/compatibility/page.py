"""Generates docs/compatibility.md from the rows and the tests' markers."""

from __future__ import annotations

from collections import Counter

from tests.compatibility.markers import ROOT, RowMarker, collect
from tests.compatibility.rows import SECTIONS, VERDICTS, Row, load

PAGE = ROOT / "docs" / "compatibility.md"
HEAD = """# Comparison with the published agent

This page compares openlineage-spark 1.53.0 with Headwater, part by part: what changes if one jar replaces the other. The page is
written by `python -m tests.compatibility --rewrite` from `tests/compatibility/rows.tsv` and the markers of the tests; change those
instead of the page. `tests/differential` runs the same scripts under both agents. Every difference that it finds is in
[differences.tsv](../tests/differential/differences.tsv), with its reason.

"""
COLUMNS = "| the published agent | Headwater | difference | shown by |\n|---|---|---|---|\n"


def page() -> str:
    rows, row_markers = load(), collect()
    counts = Counter(row.verdict for row in rows)
    total = ", ".join(f"{counts[v]} {v}" for v in VERDICTS if counts[v])
    sections = [
        section(title, [r for r in rows if r.section == key], row_markers)
        for key, title in SECTIONS.items()
    ]
    return HEAD + f"{len(rows)} rows: {total}.\n\n" + "\n".join(sections)


def section(title: str, rows: list[Row], row_markers: list[RowMarker]) -> str:
    return f"## {title}\n\n" + COLUMNS + "".join(line(row, row_markers) for row in rows)


def line(row: Row, row_markers: list[RowMarker]) -> str:
    return f"| {row.what} | {row.verdict} | {row.how} | {tests(row, row_markers)} |\n"


def tests(row: Row, row_markers: list[RowMarker]) -> str:
    """`suite: test, test; suite: test`."""
    by_suite: dict[str, list[str]] = {}
    for marker in row_markers:
        if marker.row == row.id:
            by_suite.setdefault(marker.suite, []).append(marker.test.removeprefix("test_"))
    cell = "; ".join(f"`{suite}`: {', '.join(found)}" for suite, found in by_suite.items())
    return cell.replace("|", "\\|") or ("" if row.verdict in {"left out", "not yet"} else "no test")
