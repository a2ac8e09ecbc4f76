"""Statements on tables of Unity Catalog: of Delta and of files, with a location and without one."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

STATEMENTS = (
    "CREATE SCHEMA unity.sales",
    "CREATE TABLE unity.sales.orders (id INT, amount DOUBLE) USING delta LOCATION '{out}/orders'",
    "INSERT INTO unity.sales.orders VALUES (1, 2.0)",
    "CREATE TABLE unity.sales.chosen USING delta AS SELECT id, amount FROM unity.sales.orders",
    "CREATE TABLE unity.sales.placed USING delta LOCATION '{out}/placed' AS SELECT id FROM unity.sales.chosen",
    "UPDATE unity.sales.orders SET amount = 3 WHERE id = 1",
    """MERGE INTO unity.sales.orders t USING unity.sales.chosen s ON t.id = s.id
    WHEN MATCHED THEN UPDATE SET amount = s.amount""",
    "CREATE TABLE unity.sales.empty (id INT) USING delta",
    "INSERT INTO unity.sales.empty SELECT id FROM unity.sales.orders",
    "CREATE TABLE unity.sales.files (id INT, amount DOUBLE) USING parquet LOCATION '{out}/files'",
    "INSERT INTO unity.sales.files SELECT id, amount FROM unity.sales.orders",
    "CREATE TABLE IF NOT EXISTS unity.sales.perhaps (id INT) USING parquet LOCATION '{out}/perhaps'",
    # a table of the session catalog, with the name of one in Unity Catalog
    "CREATE DATABASE sales",
    "CREATE TABLE sales.files USING parquet AS SELECT id FROM unity.sales.files",
    "DROP TABLE unity.sales.files",
    "DROP TABLE sales.files",
)


def run(spark: SparkSession, paths: Paths) -> None:
    for statement in STATEMENTS:
        spark.sql(statement.replace("{out}", paths.out))
