"""Configures `pytest python-sdk`: the tests, and the doctests of the package."""

from __future__ import annotations

collect_ignore = ["examples", "hatch_build.py", "tests/data"]
# pytest does this itself if the package is installed.
pytest_plugins = ["headwater.testing.plugin"]
