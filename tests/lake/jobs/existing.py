"""Tables that one application creates, and statements of another one that has not read them."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

CREATED = (
    "CREATE DATABASE k",
    "CREATE TABLE k.d (id INT, amount DOUBLE) USING delta",
    "CREATE TABLE ice.db.t (id INT, amount DOUBLE) USING iceberg",
)
STATEMENTS = (
    "CREATE TABLE IF NOT EXISTS k.d (id INT) USING delta",
    "CREATE TABLE IF NOT EXISTS k.new_d (id INT) USING delta",
    "CREATE TABLE IF NOT EXISTS ice.db.t (id INT) USING iceberg",
    "CREATE TABLE IF NOT EXISTS ice.db.new_t (id INT) USING iceberg",
    "CREATE TABLE IF NOT EXISTS k.d LIKE k.new_d",
)


def run(spark: SparkSession, _: Paths) -> list[str]:
    """The statements of the phase that the settings name."""
    statements = CREATED if spark.conf.get("spark.test.phase") == "create" else STATEMENTS
    for statement in statements:
        spark.sql(statement)
    return list(statements)
