"""Asks the agent for the lineage of a DataFrame or of SQL text in a PySpark session."""

from __future__ import annotations

from typing import Any

from headwater.queries.lineage import QueryLineage

__all__ = ["lineage_of", "lineage_of_sql"]


def lineage_of(frame: Any) -> QueryLineage:  # noqa: ANN401  (PySpark is not a dependency)
    """Return the lineage of a DataFrame; it is not run.

    The session must have the agent's jar: create it with :func:`headwater.configure` or ``headwater submit``. The
    output is the dataset ``headwater``, ``result``. Raises :class:`~headwater.DryRunError` for a session without the
    jar and for Spark Connect.

    ::

        headwater.lineage_of(orders.groupBy("country").sum("amount"))  # a notebook shows it as a page
    """
    session = getattr(frame, "sparkSession", None)
    return _lineage(frame if session is None else session, frame)


def lineage_of_sql(spark: Any, sql: str) -> QueryLineage:  # noqa: ANN401  (PySpark is not a dependency)
    """Return the lineage of one SQL statement in a PySpark session; it is not run, even if it writes.

    Raises :class:`~headwater.DryRunError` as :func:`lineage_of`, and with Spark's message if the statement is invalid.
    """
    return _lineage(spark, sql)


def _lineage(spark: Any, query: Any) -> QueryLineage:  # noqa: ANN401  (the same)
    from headwater.dry_run import lineage, session_of  # noqa: PLC0415  (executors need no more than `headwater`)

    return QueryLineage.of_event(lineage(query, session=session_of(spark)))
