"""What PySpark runs in this process; PySpark is not imported, because it is not a dependency."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from typing import Any

__all__ = ["active_context", "connect_session", "context_class", "is_inherited", "message_of"]

_inherited: list[Any] = []  # the SparkContexts of the process that this one was forked from


def context_class() -> Any | None:  # noqa: ANN401  (PySpark is not a dependency)
    """Return the class SparkContext if this process has imported it, else ``None``."""
    module = sys.modules.get("pyspark.core.context") or sys.modules.get("pyspark.context")
    return None if module is None else module.SparkContext


def active_context() -> Any | None:  # noqa: ANN401  (PySpark is not a dependency)
    """Return the active SparkContext of this process, or ``None``."""
    return getattr(context_class(), "_active_spark_context", None)


def is_inherited(context: Any) -> bool:  # noqa: ANN401  (PySpark is not a dependency)
    """Return whether this process was forked from the one that made this SparkContext.

    Both have the sockets of PySpark then, and must not both use them: one would get the answers to the other's calls.
    """
    return any(each is context for each in _inherited)


def _inherit() -> None:
    context = active_context()
    if context is not None and not is_inherited(context):
        _inherited.append(context)


def _is_served(context: Any) -> bool:  # noqa: ANN401  (PySpark is not a dependency)
    """Return whether a thread of this process serves the SparkContext; a forked process has no such thread."""
    server = getattr(context, "_accumulatorServer", None)
    targets = [getattr(each, "_target", None) for each in threading.enumerate()]
    return any(getattr(target, "__self__", None) is server for target in targets)


if hasattr(os, "register_at_fork"):  # not on Windows, which has no fork
    os.register_at_fork(after_in_child=_inherit)
if multiprocessing.parent_process() is not None and not _is_served(active_context()):
    _inherit()  # this module was first imported after the fork


def connect_session() -> Any | None:  # noqa: ANN401  (PySpark is not a dependency)
    """Return the session of a Spark Connect client in this process, or ``None`` if there is none or a driver runs.

    The server of ``remote("local")`` and of ``spark.api.mode=connect`` is a driver in this process, but what the
    program runs are operations of its client; PySpark then sets a variable.
    """
    module = sys.modules.get("pyspark.sql.connect.session")
    if module is None or (active_context() is not None and "SPARK_LOCAL_REMOTE" not in os.environ):
        return None
    session_class = module.SparkSession
    return session_class.getActiveSession() or session_class._default_session  # noqa: SLF001  (for other threads)


def message_of(error: BaseException) -> str:
    """Return the message of an error of Spark, as py4j or JPype raise it, without Java's stack trace."""
    java = getattr(error, "java_exception", error)
    return str(java.getMessage() if hasattr(java, "getMessage") else error).strip()
