"""Statements that Spark executes by a query inside, and statements that it cannot analyse."""

from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

WRITES = 6


def run(spark: SparkSession, paths: Paths) -> None:
    for i in range(WRITES):
        folder = f"{paths.out}/{i}"
        spark.sql(f"CREATE TABLE t{i} USING parquet LOCATION '{folder}' AS SELECT {i} AS id")
        try:
            spark.sql(f"INSERT INTO t{i} SELECT * FROM nowhere")
        except AnalysisException:
            continue
        raise AssertionError("there is no table of this name")
