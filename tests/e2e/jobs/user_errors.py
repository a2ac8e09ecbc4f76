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
    spark.stop()  # until then, the agent may still read the queries
    return {name: traces(error) for name, error in errors.items()}
