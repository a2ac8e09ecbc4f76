"""Options, and the one run of both agents that the tests share."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.differential import rules, running
from tests.differential.rules import Judged
from tests.e2e import options
from tests.e2e.lines import Line
from tests.e2e.spark_submit import JobResult


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


@dataclass(frozen=True)
class Both:
    """What has become of the scripts under either agent, and how their events compare."""

    line: Line
    job_results: dict[str, dict[str, JobResult]]
    silent: list[str]
    judged: Judged


@pytest.fixture(scope="session")
def both(request: pytest.FixtureRequest) -> Both:
    line = options.spark_line(request.config)
    jars = options.agent(request.config, line).parent
    work = options.new_folder("differential", line.id)
    job_results = running.run(line, jars, work)
    heard = running.heard(line, work)
    judged = rules.judged(running.compared(heard), rules.load())
    return Both(line, job_results, sorted(job_results["ours"].keys() - heard.keys()), judged)
