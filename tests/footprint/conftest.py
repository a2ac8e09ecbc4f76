"""Options of the suite."""

from __future__ import annotations

import pytest

from tests.e2e import options


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)
