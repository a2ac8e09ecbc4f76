"""Options of the corpus: the Spark line, and how much of the corpus runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus import command
from tests.corpus.evaluation import Evaluation
from tests.e2e import options


def pytest_addoption(parser: pytest.Parser) -> None:
    group = options.declare(parser)
    group.addoption("--sample", type=int, default=24, help="number of queries; 0 is all")
    group.addoption("--seed", type=int, default=command.SEED)


@pytest.fixture(scope="session")
def evaluation(request: pytest.FixtureRequest) -> Evaluation:
    """Run the sample without and with the agent."""
    config = request.config
    line = options.spark_line(config)
    options.agent(config, line)
    choice = command.Selection(sample=config.getoption("--sample"), seed=config.getoption("--seed"))
    return command.run(line.id, Path(config.getoption("--jars")).resolve(), choice)
