"""What `pytest python-sdk` looks at: the tests, and the doctests of the package."""

from __future__ import annotations

collect_ignore = ["examples", "hatch_build.py"]
# As pytest does by itself where the package is installed.
pytest_plugins = ["headwater.testing.plugin"]
