"""The hand-written queries: one for each kind of plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.accuracy.oracle import suites
from tests.accuracy.oracle.agent_run import at_least
from tests.accuracy.oracle.report import complaints

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.accuracy.oracle.judgement import Judgement
    from tests.accuracy.oracle.model import Query

SUITE = suites.load("shop")


def runnable(query: Query, request: pytest.FixtureRequest) -> None:
    """Skip a query whose SQL needs a later Spark line."""
    line = request.config.getoption("--spark") or "4.0"
    if not at_least(line, query.spark):
        pytest.skip(f"the SQL of {query.name} needs Spark {query.spark}; this is {line}")


@pytest.mark.row("columns.project", "columns.join", "columns.aggregate")
@pytest.mark.parametrize("query", SUITE.queries, ids=lambda q: q.name)
def test_the_event_of_a_query_is_exactly_right(
    query: Query, judgement: Callable[[str], Judgement], request: pytest.FixtureRequest
) -> None:
    """Check its input tables, its DIRECT columns, and all dependencies observed in experiments."""
    runnable(query, request)
    made = judgement("shop")
    assert made.run.errors.get(query.name) is None
    assert complaints(made.scores[query.name]) == []


@pytest.mark.parametrize("query", SUITE.queries, ids=lambda q: q.name)
def test_the_experiments_on_a_query_show_dependencies(
    query: Query, judgement: Callable[[str], Judgement], request: pytest.FixtureRequest
) -> None:
    """Each query has a result and an input that changes it, unless it is declared to have none."""
    runnable(query, request)
    evidence = judgement("shop").evidence[query.name]
    assert evidence.informative > 0
    assert evidence.pairs


def test_there_are_at_least_sixty_queries() -> None:
    """The number of queries must not decrease."""
    assert len(SUITE.queries) >= 60
