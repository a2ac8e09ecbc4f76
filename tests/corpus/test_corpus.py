"""Spark's own SQL tests without and with the agent; `--sample 0` runs all of them."""

from __future__ import annotations

import pytest

from tests.corpus import report
from tests.corpus.evaluation import KINDS, Evaluation


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wrong(evaluation: Evaluation, kind: str) -> None:
    """Results and errors are those without the agent; events, the log and the state of each column are right."""
    assert evaluation.problems[kind] == []


def test_queries_ran_and_were_written(evaluation: Evaluation) -> None:
    """Otherwise the rules above would hold of nothing."""
    print(report.text("of this run", evaluation))
    numbers = evaluation.numbers
    assert numbers["START and COMPLETE"] >= numbers["written queries"] > 0
    assert numbers["columns exact"] > 0
