"""What PySpark runs in this process; PySpark is not imported, because it is not a dependency."""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["active_context", "connect_session", "context_class", "message_of"]


def context_class() -> Any | None:  # noqa: ANN401  (PySpark is not a dependency)
    """Return the class SparkContext if this process has imported it, else ``None``."""
    module = sys.modules.get("pyspark.core.context") or sys.modules.get("pyspark.context")
    return None if module is None else module.SparkContext


def active_context() -> Any | None:  # noqa: ANN401  (PySpark is not a dependency)
    """Return the active SparkContext of this process, or ``None``."""
    return getattr(context_class(), "_active_spark_context", None)


def connect_session() -> Any | None:  # noqa: ANN401  (PySpark is not a dependency)
    """Return the session of a Spark Connect client in this process, or ``None`` if there is none or a driver runs."""
    module = sys.modules.get("pyspark.sql.connect.session")
    if module is None or active_context() is not None:
        return None
    session_class = module.SparkSession
    return session_class.getActiveSession() or session_class._default_session  # noqa: SLF001  (for other threads)


def message_of(error: BaseException) -> str:
    """Return the message of an error of Spark, as py4j or JPype raise it, without Java's stack trace."""
    java = getattr(error, "java_exception", error)
    return str(java.getMessage() if hasattr(java, "getMessage") else error).strip()
