"""Runs the same statements in a REST catalog, in a Hive metastore catalog, and in one of a table bucket."""

from __future__ import annotations

from typing import Any


def run(spark: Any, _paths: object) -> None:  # noqa: ANN401 - PySpark is untyped here
    for catalog in ("rest", "hive", "s3tables"):
        db = f"{catalog}.db_{catalog}"
        spark.sql(f"CREATE NAMESPACE {db}")
        spark.sql(f"CREATE TABLE {db}.filled USING iceberg AS SELECT id, id * 2 AS d FROM range(5)")
        spark.sql(f"CREATE TABLE {db}.empty (a BIGINT, b BIGINT) USING iceberg")
        spark.sql(f"INSERT INTO {db}.empty SELECT id, d FROM {db}.filled WHERE id > 1")
        spark.sql(
            f"MERGE INTO {db}.filled USING {db}.empty ON a = id WHEN MATCHED THEN UPDATE SET d = b"
        )
        spark.sql(f"ALTER TABLE {db}.empty RENAME TO db_{catalog}.other")
        spark.sql(f"DROP TABLE {db}.other")
