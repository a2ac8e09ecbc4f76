"""The pytest plugin: a session, golden files and ``--update-golden``.

pytest loads the plugin if the package is installed; Spark is started when the first test needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from headwater.testing import Session

__all__ = [
    "Golden",
    "golden",
    "headwater_conf",
    "headwater_jars",
    "headwater_session",
    "pytest_addoption",
    "pytest_configure",
]


class Golden(Protocol):
    """Type of the fixture `golden`."""

    def __call__(self, event: Any, name: str = "") -> None:  # noqa: ANN401  (an event, or several)
        """Compare an event with ``golden/<name>.json``; the default name is that of the test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare ``--update-golden`` and the setting ``headwater_spark_fixture``."""
    group = parser.getgroup("headwater")
    group.addoption("--update-golden", action="store_true", help="write golden files instead of comparing with them")
    parser.addini("headwater_spark_fixture", "name of the fixture with your own PySpark session", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Set whether `assert_golden` compares or writes."""
    from headwater.testing._golden import update_golden_files  # noqa: PLC0415  (pytest loads this plugin everywhere)

    update_golden_files(on=bool(config.getoption("--update-golden")))


@pytest.fixture(scope="session")
def headwater_jars() -> list[str]:
    """Return jars for the session inside this process, for example of data sources; override it."""
    return []


@pytest.fixture(scope="session")
def headwater_conf() -> dict[str, str]:
    """Return Spark settings for the session inside this process; override it."""
    return {}


@pytest.fixture(scope="session")
def headwater_session(request: pytest.FixtureRequest) -> Iterator[Session]:
    """Start the session for planning queries, or use the one of ``headwater_spark_fixture``."""
    from headwater import testing  # noqa: PLC0415  (pytest loads this plugin everywhere)

    name = request.config.getini("headwater_spark_fixture")
    if name:
        yield testing.use(request.getfixturevalue(name))
        return
    session = testing.open_session(
        jars=request.getfixturevalue("headwater_jars"), conf=request.getfixturevalue("headwater_conf")
    )
    yield session
    session.stop()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare an event with ``golden/<test>.json`` beside the test's file: ``golden(event)``."""
    from headwater.testing._golden import assert_golden  # noqa: PLC0415  (pytest loads this plugin everywhere)

    folder: Path = request.path.parent / "golden"

    def check(event: Any, name: str = "") -> None:  # noqa: ANN401  (an event, or several)
        __tracebackhide__ = True
        assert_golden(event, folder / f"{name or request.node.name}.json")

    return check
