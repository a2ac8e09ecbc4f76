"""Plans a SQL text with its parameters, as ``spark.sql`` of PySpark passes them to Java."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from headwater.dry_run import plan_parsed

if TYPE_CHECKING:
    from collections.abc import Callable

    from headwater.dry_run import Plan, Session

__all__ = ["CheckedSession", "checked", "plan_with"]

_ANALYSIS = "org.apache.spark.sql.catalyst.analysis"
_NAMED = f"{_ANALYSIS}.NameParameterizedQuery"
_BY_POSITION = f"{_ANALYSIS}.PosParameterizedQuery"
_EXPRESSION = "org.apache.spark.sql.catalyst.expressions.Expression"
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
    values = [_expression(session, each) for each in (parameters.values() if _is_named(parameters) else parameters)]
    if not values:
        return plan_parsed(session, text, None)
    if not _is_named(parameters):
        return plan_parsed(session, text, lambda parsed: _by_position(session, parsed, values))
    return plan_parsed(session, text, lambda parsed: _named(session, parsed, list(parameters), values))


def _named(session: Session, parsed: Any, names: list[str], values: list[Any]) -> Any:  # noqa: ANN401  (Java objects)
    java, utilities = session.java_class, _utilities(session)
    if not _is_spark_3(session):
        return java(_NAMED)(parsed, utilities.toSeq(names), utilities.toSeq(values))
    by_name = utilities.toScalaMap(dict(zip(names, values, strict=True)))
    only_form = str(session.java.version()).startswith("3.4.")
    return java(f"{_ANALYSIS}.ParameterizedQuery" if only_form else _NAMED)(parsed, by_name)


def _by_position(session: Session, parsed: Any, values: list[Any]) -> Any:  # noqa: ANN401  (Java objects)
    java = session.java_class
    if not _is_spark_3(session):
        return java(_BY_POSITION)(parsed, _utilities(session).toSeq(values))
    arrays, of = java("java.lang.reflect.Array"), java("java.lang.Class").forName(_EXPRESSION)
    array = arrays.newInstance(of, len(values))
    for place, value in enumerate(values):
        arrays.set(array, place, value)
    return java(_BY_POSITION)(parsed, array)


def _utilities(session: Session) -> Any:  # noqa: ANN401  (a Java class)
    return session.java_class("org.apache.spark.api.python.PythonUtils")


def _is_spark_3(session: Session) -> bool:
    return str(session.java.version()).startswith("3.")


def _is_named(parameters: Any) -> bool:  # noqa: ANN401  (the same)
    return isinstance(parameters, dict)


def _expression(session: Session, column: Any) -> Any:  # noqa: ANN401  (Java objects)
    if _is_spark_3(session):
        return column.expr()
    return getattr(session.java_class(_CONVERTER), "MODULE$").apply(column.node())
