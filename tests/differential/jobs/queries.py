"""Queries with root nodes that the published agent ignores, and some that it reports."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    for text in (
        "SELECT id FROM orders",
        "SELECT status, count(*) FROM orders GROUP BY status",
        "SELECT id FROM orders WHERE amount > 15 ORDER BY id",
        "SELECT o.id FROM orders o JOIN customers c ON o.customer_id = c.id",
        "SELECT * FROM customers LIMIT 1",
    ):
        spark.sql(text).collect()
    assert paths.own
