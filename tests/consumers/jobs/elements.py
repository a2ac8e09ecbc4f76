"""Statements that read parts of arrays, maps and structs, from table to table."""

from __future__ import annotations

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

STATEMENTS = (
    "CREATE DATABASE shop",
    "CREATE TABLE shop.people USING parquet AS SELECT id, address, tags, attrs, items FROM people",
    """CREATE TABLE shop.parts USING parquet AS
        SELECT address.city AS city, tags[0] AS tag, attrs['k'] AS k FROM shop.people""",
    """CREATE TABLE shop.sold USING parquet AS
        SELECT id, item.sku AS sku FROM shop.people LATERAL VIEW explode(items) t AS item""",
    "CREATE TABLE shop.copies USING parquet AS SELECT tags, items, address FROM shop.people",
)


def run(spark: SparkSession, paths: Paths) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        spark.sql(statement)
