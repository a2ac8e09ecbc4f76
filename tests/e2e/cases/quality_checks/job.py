"""Checks of rows: rules by name, rows that keep or break them, counts of nulls, and statistics of columns."""
# tables: orders
# since: 3.4

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

from tests.e2e.workspace import Paths

RULES = {"amount": "amount > 15", "status": "status IN ('open', 'paid')"}


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.table("orders")
    names = ", ".join(f"if({rule}, NULL, '{name}')" for name, rule in RULES.items())
    checked = orders.withColumn(
        "broken", f.expr(f"filter(array({names}), name -> name IS NOT NULL)")
    )
    checked.where(f.size("broken") == 0).drop("broken").write.parquet(f"{paths.out}/good")
    checked.where(f.size("broken") > 0).select("id", "broken").write.parquet(f"{paths.out}/bad")
    nulls = [f.count(f.when(f.col(name).isNull(), name)).alias(name) for name in orders.columns]
    orders.select(nulls).write.parquet(f"{paths.out}/nulls")
    orders.na.replace(["open"], ["waiting"], "status").na.drop(thresh=2).write.parquet(
        f"{paths.out}/cleaned"
    )
    orders.stat.crosstab("status", "customer_id").write.parquet(f"{paths.out}/crosstab")
    orders.unpivot("id", ["amount"], "name", "value").write.parquet(f"{paths.out}/melted")


# rows: columns.case
