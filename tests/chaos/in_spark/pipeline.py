"""usage: pipeline.py TARGET QUERIES RESULTS CLOSED

Writes QUERIES tables below TARGET, and after each query the number and the rows of its table as a line of RESULTS. Before query CLOSED
(-1: never) it closes the class loader of `--jars`. What a query returns depends on its number only.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from threading import Event

from pyspark.sql import DataFrame, SparkSession


def query(spark: SparkSession, number: int) -> DataFrame:
    """The query of this number: one of five kinds."""
    numbers = spark.range(0, 40, 1, 2).selectExpr("id", f"id % 5 + {number} AS part")
    numbers.createOrReplaceTempView("numbers")
    queries = (
        f"SELECT id * {number} AS n FROM numbers WHERE part > {number}",
        "SELECT part, count(*) AS n, sum(id) AS total FROM numbers GROUP BY part",
        "SELECT a.id, b.part FROM numbers a JOIN numbers b ON a.id = b.part",
        "SELECT id, row_number() OVER (PARTITION BY part ORDER BY id) AS place FROM numbers",
        "SELECT if(id < 39, id, raise_error('the last one')) AS fails FROM numbers",
    )
    return spark.sql(queries[number % len(queries)])


def rows(spark: SparkSession, target: str, number: int) -> object:
    """Write a table and read it again; the message of a query that must fail."""
    path = f"{target}/{number}"
    try:
        query(spark, number).write.parquet(path)
    except Exception as error:
        if "the last one" in str(error):
            return "failed"
        raise  # the driver has been ended, or the test fails
    return sorted(list(row) for row in spark.read.parquet(path).collect())


def close_loader(spark: SparkSession) -> None:
    """Close it as Hive's SessionState.close does."""
    Event().wait(2)  # what has been posted is processed; time.sleep fails with a shifted clock
    spark._jvm.java.lang.Thread.currentThread().getContextClassLoader().close()


def main(target: str, queries: str, results: str, closed: str) -> None:
    spark = SparkSession.builder.getOrCreate()
    with Path(results).open("w") as lines:
        for number in range(int(queries)):
            if number == int(closed):
                close_loader(spark)
            lines.write(json.dumps([number, rows(spark, target, number)]) + "\n")
            lines.flush()
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
