"""The database of a name is the current one when the statement ran, not when the agent reads its plan.

The first query has a large plan, so that the agent reads the plans after it when `USE` has already run.
"""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

STATEMENTS = (
    "CREATE DATABASE sales",
    "CREATE DATABASE stock",
    "USE sales",
    "CREATE TABLE items (sku STRING, price INT) USING parquet",
    "USE stock",
    "CREATE TABLE items (sku STRING, place STRING) USING parquet",
)


def run(spark: SparkSession, paths: Paths) -> None:
    for statement in STATEMENTS:
        spark.sql(statement)
    wide = spark.read.table("default.orders").limit(0)
    names = [f"c{i}" for i in range(1000)]
    frame = wide.selectExpr(*(f"{i} + 1 AS {name}" for i, name in enumerate(names)))
    for _ in range(5):
        frame = frame.selectExpr(*(f"{name} + 1 AS {name}" for name in names))
    frame.selectExpr("sum(" + " + ".join(names[:10]) + ") AS total").write.parquet(paths.out)
    spark.sql("CREATE TABLE copy LIKE items")
    spark.sql("USE sales")
    spark.sql("CREATE TABLE copy LIKE items")
    spark.catalog.setCurrentDatabase("default")


# rows: node.create-like
