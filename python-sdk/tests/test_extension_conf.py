"""Settings with which a session finds extensions."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint, EntryPoints
from typing import TYPE_CHECKING

import pytest

from headwater._conf import extension_conf
from headwater.extensions import _entry_points

if TYPE_CHECKING:
    from collections.abc import Callable

DISCOVER = "spark.openlineage.python.discover"
NAMED = "spark.openlineage.python.extensions"
EXEC = "spark.openlineage.python.exec"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def install(*names: str) -> None:
        points = EntryPoints(EntryPoint(name, f"{name}:x", "headwater.extensions") for name in names)
        monkeypatch.setattr(_entry_points, "entry_points", lambda group: points.select(group=group))

    return install


def test_without_extensions_no_python_is_started(installed: Callable[..., None]) -> None:
    installed()
    assert extension_conf({"spark.master": "local"}) == {}


def test_installed_extensions_are_found_and_run_with_this_interpreter(installed: Callable[..., None]) -> None:
    installed("acme")
    assert extension_conf({}) == {DISCOVER: "true", EXEC: sys.executable}


def test_settings_of_the_user_are_kept(installed: Callable[..., None]) -> None:
    installed("acme")
    assert extension_conf({DISCOVER: "false"}) == {}
    assert extension_conf({"spark.pyspark.python": "/opt/python"}) == {DISCOVER: "true"}
    assert extension_conf({DISCOVER: "true", EXEC: "/opt/python"}) == {}


def test_named_extensions_run_with_this_interpreter(installed: Callable[..., None]) -> None:
    installed()
    assert extension_conf({NAMED: "acme:x"}) == {EXEC: sys.executable}
