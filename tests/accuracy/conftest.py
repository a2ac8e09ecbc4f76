"""Options and fixtures of the accuracy tests."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.accuracy.oracle import explained, suites
from tests.accuracy.oracle.judgement import judge_agent
from tests.accuracy.oracle.model import ROOT

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


@pytest.fixture(scope="session")
def judgement(request: pytest.FixtureRequest) -> Callable[[str], Judgement]:
    """A function that returns the judgement of a suite; each suite is judged once."""
    line = request.config.getoption("--spark") or "4.0"
    jar = Path(request.config.getoption("--agent-jar") or _default(line)).resolve()
    if not jar.is_file():
        pytest.fail(f"no agent jar at {jar}: run `make jar`, or give --agent-jar", pytrace=False)

    @lru_cache
    def made(name: str) -> Judgement:
        return judge_agent(suites.load(name), jar, line, explained.read())

    return made


def _default(line: str) -> Path:
    for row in (ROOT / "project" / "spark-lines.tsv").read_text().splitlines():
        if row.split()[0] == line:
            return ROOT / "dist" / f"headwater-agent_{row.split()[2]}.jar"
    raise pytest.UsageError(f"project/spark-lines.tsv has no Spark line '{line}'")
