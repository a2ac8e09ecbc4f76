"""Much work in one application: queries of many threads, RDD jobs, partitions, columns, and code that is passed many columns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.e2e.workspace import Paths

THREADS = 16


def run(spark: Any, paths: Paths) -> dict[str, Any]:  # noqa: ANN401 - PySpark is untyped here
    """The results of each part; its size is in the settings."""

    def size(part: str) -> int:
        return int(spark.conf.get(f"spark.scale.{part}"))

    return {
        "code": code(spark, paths, size("code")),
        "queries": queries(spark, paths, size("queries")),
        "jobs": jobs(spark, paths, size("jobs")),
        "partitions": partitions(spark, paths, size("partitions")),
        "columns": columns(spark, paths, size("columns")),
        "rdd": rdd(spark, paths),
    }


def queries(spark: Any, paths: Paths, number: int) -> list[int]:  # noqa: ANN401
    """Write and count `number` tables, from threads that share one session."""
    source = f"{paths.out}/source"
    spark.range(0, 100, 1, 1).selectExpr("id AS n", "id % 7 AS part").write.parquet(source)
    frame = spark.read.parquet(source)

    def one(query: int) -> int:
        target = f"{paths.out}/query{query}"
        frame.where(f"n >= {query % 50}").selectExpr(f"n + part AS c{query}").write.parquet(target)
        written = spark.read.schema(f"c{query} BIGINT").parquet(target)
        return int(written.agg({f"c{query}": "sum"}).head()[0])

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, range(number)))


def jobs(spark: Any, paths: Paths, number: int) -> int:  # noqa: ANN401
    """Run `number` RDD jobs, one after the other. Those of the JVM are ten times as fast as those of Python."""
    folder = f"{paths.out}/lines"
    spark.range(0, 9, 1, 2).selectExpr("CAST(id AS STRING) AS line").write.text(folder)
    lines = spark.sparkContext._jsc.sc().textFile(folder, 2)
    return sum(lines.count() + job for job in range(number))


def partitions(spark: Any, paths: Paths, number: int) -> int:  # noqa: ANN401
    """Write a table with `number` partitions, and copy it."""
    table, copy = f"{paths.out}/partitioned", f"{paths.out}/copied"
    rows = spark.range(0, number, 1, 2).selectExpr("id * 2 AS twice", "id AS part")
    rows.write.partitionBy("part").parquet(table)
    read = spark.read.schema("twice BIGINT, part BIGINT").parquet(table)
    read.selectExpr("twice + part AS thrice").coalesce(2).write.parquet(copy)
    return int(spark.read.schema("thrice BIGINT").parquet(copy).agg({"thrice": "sum"}).head()[0])


def columns(spark: Any, paths: Paths, number: int) -> int:  # noqa: ANN401
    """Write a table with `number` columns, and change each of them."""
    # Compiling it would take half a minute.
    spark.conf.set("spark.sql.codegen.wholeStage", "false")
    spark.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    wide, changed = f"{paths.out}/wide", f"{paths.out}/changed"
    names = [f"c{n}" for n in range(number)]
    spark.range(0, 1, 1, 1).selectExpr(*(f"id AS {name}" for name in names)).write.json(wide)
    schema = ", ".join(f"{name} BIGINT" for name in names)
    read = spark.read.schema(schema).json(wide)
    read.selectExpr(*(f"{name} + 1 AS {name}" for name in names)).write.json(changed)
    (row,) = spark.read.text(changed).collect()
    return len(row.value)


def code(spark: Any, paths: Paths, number: int) -> int:  # noqa: ANN401
    """Pass `number` columns to a program that returns as many."""
    passed, returned = f"{paths.out}/passed", f"{paths.out}/code"
    names = [f"c{n}" for n in range(number)]
    spark.range(0, 1, 1, 1).selectExpr(*(f"id AS {name}" for name in names)).write.json(passed)
    spark.read.schema(", ".join(f"{name} BIGINT" for name in names)).json(
        passed
    ).createOrReplaceTempView("passed")
    listed = ", ".join(names)
    spark.sql(f"SELECT TRANSFORM({listed}) USING 'cat' AS ({listed}) FROM passed").write.json(
        returned
    )
    (row,) = spark.read.text(returned).collect()
    return len(row.value)


def rdd(spark: Any, paths: Paths) -> int:  # noqa: ANN401
    """Write the rows of a table with many partitions as an RDD."""
    read = spark.read.schema("twice BIGINT, part BIGINT").parquet(f"{paths.out}/partitioned")._jdf
    copy = f"{paths.out}/of_rdd"
    spark._jsparkSession.createDataFrame(read.rdd(), read.schema()).coalesce(2).write().parquet(
        copy
    )
    return int(spark.read.schema("part BIGINT").parquet(copy).agg({"part": "sum"}).head()[0])
