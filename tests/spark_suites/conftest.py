"""Options of Spark's own tests, and the suites that a Spark line has."""

from __future__ import annotations

import pytest

from tests.e2e import options
from tests.spark_suites import running


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    line = options.spark_line(metafunc.config)
    metafunc.parametrize("suite", [s for s in running.listed() if running.has(line, s)])
