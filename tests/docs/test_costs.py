"""The costs in README.md are those that docs/benchmarks.md has printed."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import ROOT

NUMBER = re.compile(r"\d+\.\d+")
BENCHMARKS = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
WARM, START = "### Second pass of a JVM (warm)", "### Until the session is ready"
ROWS = {
    "Spark's listener thread, for one query": (WARM, ["bus thread, CPU ms a query"]),
    "the agent's thread, for one query": (WARM, ["headwater-worker, CPU ms a query"]),
    "events of one query": (WARM, ["events a query", "KB of events a query"]),
    "whole process, for the 22 queries": (WARM, ["whole process, CPU s for the pass"]),
    "whole process, until the session is ready": (START, ["whole process, CPU s"]),
}


def cells(text: str, label: str) -> list[str]:
    """The cells of the table row that begins with a label."""
    found = re.search(rf"(?m)^\| {re.escape(label)} +\|(.*)\|$", text)
    assert found, label
    return found[1].split("|")


def medians(section: str, label: str) -> set[str]:
    """The medians of one row of the benchmarks: the numbers after `/`."""
    table = BENCHMARKS.split(section + "\n", 1)[1].split("\n#", 1)[0]
    return {cell.rpartition("/")[2].strip() for cell in cells(table, label)}


@pytest.mark.parametrize("label", ROWS)
def test_each_number_is_a_median_of_the_benchmarks(label: str) -> None:
    section, rows = ROWS[label]
    printed = set().union(*(medians(section, row) for row in rows))
    numbers = NUMBER.findall(" ".join(cells(README, label)))
    assert numbers
    assert set(numbers) <= printed


def test_the_readme_has_no_other_row() -> None:
    table = README.split("\n## Cost\n", 1)[1].split("\n## ", 1)[0]
    labels = re.findall(r"(?m)^\| ([^|]+?) \|", table)
    assert set(labels[1:]) == set(ROWS)
