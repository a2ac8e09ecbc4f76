"""Queries that fail in analysis, in optimization, and while they run; returns the stack traces that the user gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.e2e.workspace import Paths

Frames = list[str]

FAILING = {
    "unknown column": "SELECT nope FROM orders",
    "unknown table": "CREATE TABLE copied USING parquet AS SELECT * FROM missing",
    "cartesian product": "CREATE TABLE crossed USING parquet AS SELECT a.id FROM orders a JOIN orders b",
    "runtime": "CREATE TABLE broken USING parquet AS SELECT raise_error('boom') AS e FROM orders",
}


# Each literal with Zq belongs to a column with a sensitive name; the plan has them, the agent's output must not.
SECRET = (
    "CREATE TABLE logins USING parquet AS SELECT id, 'Zq1' AS password FROM orders",
    "CREATE TABLE found USING parquet AS SELECT id FROM logins WHERE 'Zq2' = password OR password <> 'Zq3'",
    "CREATE TABLE cased USING parquet AS SELECT CASE WHEN password = 'Zq4' THEN id END AS a FROM logins",
    "INSERT INTO found SELECT id FROM logins WHERE password IN ('Zq5', 'Zq6') AND password NOT LIKE 'Zq7%'",
)


def traces(throwable: Any) -> list[Frames]:  # noqa: ANN401 - a Java object
    """The class and method of each frame, of the exception, its causes, and what they suppress."""
    own = [f"{frame.getClassName()}.{frame.getMethodName()}" for frame in throwable.getStackTrace()]
    cause = throwable.getCause()
    others = [*throwable.getSuppressed(), *([cause] if cause is not None else [])]
    return [own, *(trace for other in others for trace in traces(other))]


def failure(spark: SparkSession, statement: str) -> Any:  # noqa: ANN401
    """The Java exception of a statement that fails."""
    try:
        spark.sql(statement).collect()
    except Exception as error:  # noqa: BLE001 - PySpark's classes differ between Spark lines
        return vars(error)["_origin"]
    raise AssertionError(f"did not fail: {statement}")


def run(spark: SparkSession, paths: Paths) -> dict[str, list[Frames]]:
    spark.read.parquet(paths.table("orders")).createOrReplaceTempView("orders")
    spark.conf.set("spark.sql.crossJoin.enabled", "false")
    errors = {name: failure(spark, statement) for name, statement in FAILING.items()}
    # In the last variant only: after some calls, Java replaces the frames of reflection by others.
    if spark.conf.get("spark.openlineage.debug.logPlanAsJson", "false") == "true":
        for statement in SECRET:
            spark.sql(statement)
    spark.stop()  # until then, the agent may still read the queries
    return {name: traces(error) for name, error in errors.items()}
