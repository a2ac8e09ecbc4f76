"""Keeps extensions from starting a Spark driver in the agent's host.

The driver would be an application of its own. If the defaults of Spark name the agent, the driver would have an agent
and a host of its own, and so on without end.
"""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from typing import TYPE_CHECKING, NoReturn

from headwater.errors import SparkCallError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

__all__ = ["forbid_drivers"]

_LAUNCHER = "pyspark.java_gateway"
"""PySpark's module whose function ``launch_gateway`` starts the JVM of a driver."""


def forbid_drivers() -> None:
    """Make the start of a driver in this process raise :class:`~headwater.SparkCallError`.

    PySpark must not have been imported yet.
    """
    sys.meta_path.insert(0, _Finder())


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname == _LAUNCHER else None
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


class _Loader(Loader):
    def __init__(self, original: Loader) -> None:
        self._original = original

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._original.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._original.exec_module(module)
        vars(module)["launch_gateway"] = _refuse


def _refuse(*_args: object, **_kwargs: object) -> NoReturn:
    raise SparkCallError(
        "an extension runs in the agent's host, a process without Spark, and can't start a driver there: read the "
        "node's arguments, declare what is missing in `needs`, or use node.live(path)"
    )
