"""Keeps the file systems of a planned program that sets Java's configuration of Hadoop itself."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.planning.statements import why_not_file_system

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.planning.planning import Planning

__all__ = ["substitute_java_calls"]

_SETTERS = frozenset({"set", "setBoolean", "setClass", "setIfMissing", "setIfUnset", "setStrings", "remove", "unset"})
"""The methods that change a key in Hadoop's Configuration and in Java's SparkConf."""
_PACKAGE = f"{Path(__file__).resolve().parents[1]}{os.sep}"


def substitute_java_calls(planning: Planning, replace: Callable[..., None]) -> None:
    """Replace what calls a method of a Java object: ``_jsc.hadoopConfiguration().set(…)`` and all its other ways."""
    method = importlib.import_module("py4j.java_gateway").JavaMember
    replace(method, ("__call__",), lambda _, original: _calling(planning, original))


def _calling(planning: Planning, original: Any) -> Any:  # noqa: ANN401  (py4j's)
    def call(self: Any, *args: Any) -> Any:  # noqa: ANN401  (the same)
        if self.name in _SETTERS and args and not _is_own(sys._getframe(1).f_code.co_filename):  # noqa: SLF001
            key = str(args[0])
            if why_not_file_system(key):
                planning.report.note(f"{key} is not applied, because all file systems are temporary folders")
                return self.container
        return original(self, *args)

    return call


def _is_own(file: str) -> bool:
    return file.startswith(_PACKAGE)
