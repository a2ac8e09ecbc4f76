"""Plans a SQL text with its parameters, as ``spark.sql`` of PySpark passes them to Java."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from headwater.dry_run import plan_parsed

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.dry_run import Plan, Session

__all__ = ["CheckedSession", "checked", "plan_with"]

_NAMED = "org.apache.spark.sql.catalyst.analysis.NameParameterizedQuery"
_BY_POSITION = "org.apache.spark.sql.catalyst.analysis.PosParameterizedQuery"
_CONVERTER = "org.apache.spark.sql.classic.ColumnNodeToExpressionConverter$"


class CheckedSession:
    """The Java session of a PySpark session, whose ``sql`` asks first; it sees the text as PySpark has formatted it."""

    def __init__(self, java: Any, why_not: Callable[[str, Any], str]) -> None:  # noqa: ANN401  (a Java object)
        self._java, self._why_not = java, why_not

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  (a method of Java)
        return getattr(self._java, name)

    def sql(self, text: str, parameters: Any = None) -> Any:  # noqa: ANN401  (those of PySpark)
        """Run a text, or return a frame without rows if it must not run."""
        if self._why_not(text, parameters):
            return self._java.sql("SELECT 1 AS not_run WHERE false")
        return self._java.sql(text) if parameters is None else self._java.sql(text, parameters)


def checked(spark: Any, why_not: Callable[[str, Any], str]) -> Any:  # noqa: ANN401  (PySpark's)
    """Return a copy of a PySpark session that asks before it runs a text."""
    found = copy.copy(spark)
    found._jsparkSession = CheckedSession(spark._jsparkSession, why_not)  # noqa: SLF001  (where it keeps it)
    return found


def plan_with(session: Session, text: str, parameters: Any) -> Plan:  # noqa: ANN401  (those of PySpark)
    """Return the plan of a text with parameters: a mapping from names to Java columns, or an array of them.

    Raises :class:`~headwater.DryRunError` if Spark cannot analyse it, and other exceptions if this Spark line has other
    parameters.
    """
    java, to_seq = session.java_class, session.java_class("org.apache.spark.api.python.PythonUtils").toSeq
    values = [_expression(session, each) for each in (parameters.values() if _is_named(parameters) else parameters)]

    def bound(parsed: Any) -> Any:  # noqa: ANN401  (Java objects)
        if _is_named(parameters):
            return java(_NAMED)(parsed, to_seq(list(parameters)), to_seq(values))
        return java(_BY_POSITION)(parsed, to_seq(values))

    return plan_parsed(session, text, bound if values else None)


def _is_named(parameters: Any) -> bool:  # noqa: ANN401  (the same)
    return isinstance(parameters, dict)


def _expression(session: Session, column: Any) -> Any:  # noqa: ANN401  (Java objects)
    if str(session.java.version()).startswith("3."):
        return column.expr()
    return getattr(session.java_class(_CONVERTER), "MODULE$").apply(column.node())
