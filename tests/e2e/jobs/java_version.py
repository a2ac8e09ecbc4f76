"""Returns the version of Java that runs the driver."""

from __future__ import annotations

from typing import Any


def run(spark: Any, paths: Any) -> str:  # noqa: ANN401, ARG001
    return str(spark._jvm.System.getProperty("java.specification.version"))  # noqa: SLF001
