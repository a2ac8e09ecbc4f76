"""Options of the chaos run."""

from __future__ import annotations

import pytest

from tests.e2e import options


def pytest_addoption(parser: pytest.Parser) -> None:
    group = options.declare(parser)
    group.addoption("--minutes", type=float, default=10, help="how long applications start")
    group.addoption("--seed", type=int, default=1, help="repeats the faults that are planned")
