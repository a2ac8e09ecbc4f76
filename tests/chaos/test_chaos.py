"""A short chaos run; `make chaos` runs for an hour."""

from __future__ import annotations

import pytest

from tests.chaos.chaos import new_chaos
from tests.e2e import options


def test_no_fault_changes_a_job_or_loses_an_event_in_silence(
    request: pytest.FixtureRequest,
) -> None:
    config = request.config
    line = options.spark_line(config)
    chaos = new_chaos(line, options.agent(config, line), config.getoption("--seed"))
    assert chaos.run(config.getoption("--minutes")).problems == []
