"""TPC-H: exact input tables, DIRECT precision and recall 1.00, every dependency shown by experiment reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.accuracy.oracle.report import complaints, summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.accuracy.oracle.judgement import Judgement

QUERIES = [f"q{n:02d}" for n in range(1, 23)]


@pytest.mark.parametrize("query", QUERIES)
def test_the_event_of_a_tpch_query_is_exactly_right(query: str, judgement: Callable[[str], Judgement]) -> None:
    """Check its input tables, its DIRECT columns, and all dependencies observed in experiments."""
    assert complaints(judgement("tpch").scores[query]) == []


@pytest.mark.parametrize("query", QUERIES)
def test_the_experiments_on_a_tpch_query_show_dependencies(query: str, judgement: Callable[[str], Judgement]) -> None:
    """Otherwise the perturbation recall of the query would be meaningless."""
    evidence = judgement("tpch").evidence[query]
    assert evidence.informative > 0
    assert evidence.pairs


def test_tpch_reaches_its_thresholds(judgement: Callable[[str], Judgement]) -> None:
    """Check the totals."""
    made = judgement("tpch")
    print(summary(made.total))
    assert sorted(made.scores) == QUERIES
    assert made.run.errors == {}
    assert sum(s.pairs for s in made.total.scores) >= 585
    assert (made.total.precision, made.total.recall, made.total.perturbation) == (1.0, 1.0, 1.0)
