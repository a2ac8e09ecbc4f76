"""The hand-written queries: one for each kind of plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.accuracy.oracle import suites
from tests.accuracy.oracle.report import complaints
from tests.e2e.invariants import undescribed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.accuracy.oracle.judgement import Judgement
    from tests.accuracy.oracle.model import Query

SUITE = suites.load("shop")


@pytest.mark.row("columns.project", "columns.join", "columns.aggregate")
@pytest.mark.parametrize("query", SUITE.queries, ids=lambda q: q.name)
def test_the_event_of_a_query_is_exactly_right(query: Query, judgement: Callable[[str], Judgement]) -> None:
    """Check its input tables, its DIRECT columns, and all dependencies observed in experiments."""
    made = judgement("shop")
    assert made.run.errors.get(query.name) is None
    assert complaints(made.scores[query.name]) == []


def test_an_edge_ends_in_a_field_that_the_schema_describes(judgement: Callable[[str], Judgement]) -> None:
    """A path such as `items._element.sku` is one of the schema facet of the input."""
    assert undescribed(judgement("shop").run.log) == []


@pytest.mark.parametrize("query", SUITE.queries, ids=lambda q: q.name)
def test_the_experiments_on_a_query_show_dependencies(query: Query, judgement: Callable[[str], Judgement]) -> None:
    """Each query has a result and an input that changes it, unless it is declared to have none."""
    evidence = judgement("shop").evidence[query.name]
    assert evidence.informative > 0
    assert evidence.pairs


def test_the_set_has_all_its_queries() -> None:
    """The number of queries must not decrease. Increase it here when you add a query."""
    assert len(SUITE.queries) >= 139
