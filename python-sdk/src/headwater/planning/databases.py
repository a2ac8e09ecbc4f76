"""Reads with JDBC: their plan without a connection, with the schema of a table of ``--setup``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from headwater.planning.report import PlanningError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from headwater.planning.planning import Planning

__all__ = ["read_jdbc"]

_JDBC = "org.apache.spark.sql.execution.datasources.jdbc"
_DRIVER = "org.apache.hive.jdbc.HiveDriver"
"""A driver that each Spark has: the relation needs one, but never calls it."""


def read_jdbc(planning: Planning, options: Mapping[str, Any]) -> Any:  # noqa: ANN401  (a DataFrame of PySpark's)
    """Return the frame of a table or a query in a database, without rows.

    Raises :class:`~headwater.planning.report.PlanningError` if nothing tells its schema.
    """
    given = {key.lower(): str(value) for key, value in options.items() if value is not None}
    schema = _schema(planning, given)
    spark, java = planning.spark, planning.session.java_class
    parameters = java("org.apache.spark.api.python.PythonUtils").toScalaMap({**given, "driver": _DRIVER})
    partitions = spark.sparkContext._gateway.new_array(java("org.apache.spark.Partition"), 0)  # noqa: SLF001
    session = planning.session.java
    relation = java(f"{_JDBC}.JDBCRelation")(
        session.parseDataType(schema.json()), partitions, java(f"{_JDBC}.JDBCOptions")(parameters), session
    )
    frame = type(spark.range(1))(session.baseRelationToDataFrame(relation), spark)
    return frame.where("false")


def _schema(planning: Planning, options: Mapping[str, str]) -> Any:  # noqa: ANN401  (a StructType)
    """Return the schema of the table of ``--setup`` with this name, or of the query on such tables."""
    table, spark = options.get("dbtable", "").strip(), planning.spark
    query = options.get("query") or (f"FROM {table}" if table.startswith("(") else "")  # (SELECT …) AS alias
    try:
        if query:
            return spark.sql(query).schema
        return spark.table(".".join(table.replace('"', "").replace("`", "").split(".")[-2:])).schema
    except Exception:  # noqa: BLE001  (Spark's)
        what = "this query" if query else table
        text = (
            f"nothing tells the schema of {what}, which is read with JDBC: create "
            f"{'the tables that it reads' if query else 'a table of this name'} in --setup"
        )
        raise PlanningError(planning.report.problem(text)) from None
