"""Spark's own tests: none fails only with the agent, and no experiment refutes the lineage of a query."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import options
from tests.spark_suites.tally import Tally


def test_suite_of_spark(suite: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    line = options.spark_line(request.config)
    jar = options.agent(request.config, line)
    found = Tally()
    found.add(line, suite, tmp_path, jar)
    assert found.passed
    assert found.events
    assert (found.broken, found.problems, found.verdicts.misses) == ([], [], [])
