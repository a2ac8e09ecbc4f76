"""docs/compatibility.md agrees with the rows and the tests' markers."""

from __future__ import annotations

from collections import Counter

from tests.compatibility import rows
from tests.compatibility.markers import collect
from tests.compatibility.page import PAGE, page

UNTESTED = {
    "conf.test-extension",
    "transport.artifacts",
}


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), "python -m tests.compatibility --rewrite"


def test_each_row_has_an_id_of_its_own() -> None:
    counts = Counter(row.id for row in rows.load())
    assert [name for name, count in counts.items() if count > 1] == []


def test_each_marker_names_a_row() -> None:
    known = {row.id for row in rows.load()}
    assert {one for one in collect() if one.row not in known} == set()


def test_each_row_has_a_test_but_for_those_that_are_known_to_have_none() -> None:
    """The page says `no test` for these. Whoever writes one takes its row out of here."""
    marked = {one.row for one in collect()}
    built = {row.id for row in rows.load() if row.verdict in {"same", "better", "differs"}}
    assert built - marked == UNTESTED


def test_a_row_that_differs_or_is_left_out_has_a_reason() -> None:
    without_reason = [
        r.id for r in rows.load() if r.verdict in {"left out", "differs"} and not r.how
    ]
    assert without_reason == []


def test_rows_that_are_not_built_have_no_test() -> None:
    """Whoever builds a row marks its tests and changes its verdict."""
    unbuilt = {row.id for row in rows.load() if row.verdict == "not yet"}
    assert {one for one in collect() if one.row in unbuilt} == set()
