"""The lineage of writes that are not done, because they would reach a real system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater.dry_run import Plan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from headwater.dry_run import Session

__all__ = ["event_of_write"]

_SOURCE = "org.apache.spark.sql.execution.datasources.DataSource"


def event_of_write(frame: Any, format_name: str, options: Mapping[str, str], session: Session) -> dict[str, Any]:  # noqa: ANN401
    """Return the event of ``frame.write.format(…).options(…).save()``, whose command Spark only builds.

    Raises an exception of Spark if it has no such format.
    """
    java = session.java_class
    none, nothing = java("scala.Option").empty(), java("org.apache.spark.api.python.PythonUtils").toSeq([])
    scala_options = java("org.apache.spark.api.python.PythonUtils").toScalaMap(dict(options))
    source = java(_SOURCE)
    count = java("java.lang.Class").forName(_SOURCE).getConstructors()[0].getParameterCount()
    added = [getattr(source, f"apply$default${number}")() for number in range(9, count + 1)]  # by newer Spark lines
    built = source(session.java, format_name, nothing, none, nothing, none, scala_options, none, *added)
    mode = java("org.apache.spark.sql.SaveMode").valueOf("Append")
    command = built.planForWriting(mode, frame._jdf.queryExecution().analyzed())  # noqa: SLF001  (its Java object)
    skip = java("org.apache.spark.sql.execution.CommandExecutionMode").SKIP()
    return Plan(session, session.java.sessionState().executePlan(command, skip)).complete([], {})
