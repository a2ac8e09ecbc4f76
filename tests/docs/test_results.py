"""The table of docs/lines.md has the rows of the suites, and each row says what ran, of which commit and when."""

from __future__ import annotations

import re

from scripts import results
from scripts.sources import ROOT

CELLS = re.compile(r"\d+;\d+ \w+(, \d+ \w+)*;\w{8}( with changes)?;\d{4}-\d\d-\d\d")


def test_the_page_has_the_rows_of_the_suites() -> None:
    wanted = {key for suite in results.suites() for key in results.keys(suite)}
    assert set(results.on_page()) == wanted, "python3 -m scripts.results --rewrite"


def test_each_row_has_a_result_or_says_that_it_did_not_run() -> None:
    found = results.on_page().items()
    assert found
    assert [
        key
        for key, cells in found
        if cells != results.NOT_RUN and not CELLS.fullmatch(";".join(cells))
    ] == []


def test_the_rows_cover_each_line_that_the_build_knows() -> None:
    listed = (ROOT / "project" / "spark-lines.tsv").read_text().splitlines()
    lines = {row.split()[0] for row in listed if not row.startswith("#")}
    assert {spark for _, spark in results.on_page()} == lines
