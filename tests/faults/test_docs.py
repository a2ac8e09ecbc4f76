"""docs/faults.md has one row for each fault; `--rewrite` updates the rows."""

from __future__ import annotations

import pytest

from tests.e2e.lines import ROOT
from tests.faults.table import FAULTS

PAGE = ROOT / "docs" / "faults.md"
BEGIN, END = "<!-- faults: begin -->\n", "<!-- faults: end -->\n"


def rows() -> str:
    head = "| what goes wrong | events | the agent's lines at WARN or ERROR |\n|---|---|---|\n"
    return head + "".join(f"| {f.name} | {f.delivery.value} | {f.log_summary} |\n" for f in FAULTS)


def test_the_page_matches_the_declared_faults(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    wanted = f"{before}{BEGIN}{rows()}{END}{after}"
    if request.config.getoption("--rewrite"):
        PAGE.write_text(wanted)
    assert PAGE.read_text() == wanted
