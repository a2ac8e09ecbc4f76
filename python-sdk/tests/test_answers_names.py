"""Names that a user has written wrong, among very many."""

from __future__ import annotations

import time

import pytest

from headwater.analysis import LineageGraph, find_node
from headwater.errors import UsageError
from headwater.model import build_lineage
from samples import Table, event, parsed


@pytest.fixture(scope="module")
def large() -> LineageGraph:
    """5,000 tables of 40 columns."""
    tables = [Table(f"wh/db{n % 50}/table{n}", [f"column{c}" for c in range(40)]) for n in range(5_000)]
    return LineageGraph(build_lineage(parsed([event("COMPLETE", "etl", second=1, outputs=tables)])))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("db7/table7.colum7", "similar: db7/table7.column7"),
        ("db7/tabel7.column7", "similar: "),
        ("wh/db7/table7.colum7", "similar: "),
        ("db7/tabel7", "similar: db7/table7"),
        ("a." * 2_499, "no table or column"),
        ("a." * 30_000, "a name has at most 5000 characters"),
    ],
)
def test_a_wrong_name_costs_no_seconds(large: LineageGraph, name: str, why: str) -> None:
    """The goal is 0.5 s; it was 7 s for a typing error, and a minute for 8,000 dots."""
    begin = time.process_time()
    with pytest.raises(UsageError, match=why):
        find_node(large, name)
    used = time.process_time() - begin
    print(f"{name[:30]} in {used:.2f} s of CPU")
    assert used < 5
