"""Options, and the one run of both agents that the tests share."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.differential import rules, running
from tests.differential.rules import RuleMatches
from tests.e2e import options
from tests.e2e.lines import Line
from tests.e2e.spark_submit import JobResult


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


@dataclass(frozen=True)
class DifferentialRun:
    """The results of the scripts under both agents, and the comparison of their events."""

    line: Line
    job_results: dict[str, dict[str, JobResult]]
    without_events: list[str]
    matches: RuleMatches


@pytest.fixture(scope="session")
def differential_run(request: pytest.FixtureRequest) -> DifferentialRun:
    line = options.spark_line(request.config)
    jars = options.agent(request.config, line).parent
    work = options.new_folder("differential", line.name)
    job_results = running.run(line, jars, work)
    events = running.collect_events(line, work)
    matches = rules.apply_rules(running.compare_scripts(events), rules.load())
    return DifferentialRun(
        line, job_results, sorted(job_results["ours"].keys() - events.keys()), matches
    )
