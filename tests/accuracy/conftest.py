"""Options and fixtures of the accuracy tests."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.accuracy.oracle import explained, suites
from tests.accuracy.oracle.agent_run import at_least
from tests.accuracy.oracle.judgement import judge_agent
from tests.accuracy.oracle.model import ROOT, Query

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.accuracy.oracle.judgement import Judgement


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--agent-jar` and `--spark`, unless another test folder has added them."""
    for name, text in (
        ("--agent-jar", "agent jar to judge (default: dist/headwater-agent_SCALA.jar)"),
        ("--spark", "Spark line to run on, as in project/spark-lines.tsv (default: 4.0)"),
    ):
        with suppress(ValueError):
            parser.addoption(name, default=None, help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker `slow`."""
    config.addinivalue_line("markers", "slow: takes more than a few minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the queries whose SQL needs a later Spark line."""
    line = spark_line(config)
    later = [item for item in items if (query := query_of(item)) and not at_least(line, query.spark)]
    config.hook.pytest_deselected(items=later)
    items[:] = [item for item in items if item not in later]


def query_of(item: pytest.Item) -> Query | None:
    """The hand-written query of a test, or None."""
    spec = getattr(item, "callspec", None)
    query = spec.params.get("query") if spec else None
    return query if isinstance(query, Query) else None


def spark_line(config: pytest.Config) -> str:
    """The Spark line under test."""
    return str(config.getoption("--spark") or "4.0")


@pytest.fixture(scope="session")
def judgement(request: pytest.FixtureRequest) -> Callable[[str], Judgement]:
    """A function that returns the judgement of a suite; each suite is judged once."""
    line = spark_line(request.config)
    jar = Path(request.config.getoption("--agent-jar") or _default(line)).resolve()
    if not jar.is_file():
        pytest.fail(f"no agent jar at {jar}: run `make jar`, or give --agent-jar", pytrace=False)

    @lru_cache
    def judge_suite(name: str) -> Judgement:
        return judge_agent(suites.load(name), jar, line, explained.read())

    return judge_suite


def _default(line: str) -> Path:
    for row in (ROOT / "project" / "spark-lines.tsv").read_text().splitlines():
        if row.split()[0] == line:
            return ROOT / "dist" / f"headwater-agent_{row.split()[2]}.jar"
    raise pytest.UsageError(f"project/spark-lines.tsv has no Spark line '{line}'")
