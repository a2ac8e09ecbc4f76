"""Write a table with ten thousand computed columns."""

from __future__ import annotations

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

COLUMNS = 10_000


def run(spark: SparkSession, paths: Paths) -> int:
    # compiling it would take half a minute
    spark.conf.set("spark.sql.codegen.wholeStage", "false")
    spark.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    wide = spark.range(0, 1, 1, 1).selectExpr(*(f"id + {n} AS c{n}" for n in range(COLUMNS)))
    wide.write.json(paths.out)
    (row,) = spark.read.text(paths.out).collect()
    return len(row.value)
