"""The program that ``headwater cds`` submits if no other is given: common kinds of queries, on small tables.

It runs in Spark's Python, where the package may not be installed, so it imports only PySpark.
"""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["main"]


def main(folder: Path) -> None:
    """Write and read tables below ``folder``, with SQL and with DataFrames."""
    from pyspark.sql import SparkSession, functions  # noqa: PLC0415  (the package itself works without PySpark)

    spark = SparkSession.builder.appName("headwater-cds").getOrCreate()
    orders = spark.range(100).selectExpr(
        "id", "id % 7 AS customer", "CAST(id AS DECIMAL(12, 2)) AS amount", "date'2024-01-01' AS day"
    )
    orders.write.mode("overwrite").parquet(str(folder / "orders"))
    spark.range(7).selectExpr("id", "concat('name ', id) AS name").write.mode("overwrite").json(
        str(folder / "customers")
    )
    spark.read.parquet(str(folder / "orders")).createOrReplaceTempView("orders")
    spark.read.json(str(folder / "customers")).createOrReplaceTempView("customers")
    joined = spark.sql(
        """
        WITH totals AS (
          SELECT customer, day, sum(amount) AS total, count(*) AS orders FROM orders GROUP BY customer, day)
        SELECT c.name, t.total, CASE WHEN t.orders > 3 THEN 'many' ELSE 'few' END AS kind,
               row_number() OVER (PARTITION BY t.day ORDER BY t.total DESC) AS place
        FROM totals t JOIN customers c ON t.customer = c.id WHERE c.name LIKE 'name%'
        """
    )
    joined.write.mode("overwrite").partitionBy("kind").parquet(str(folder / "joined"))
    by_kind = joined.filter(functions.expr("place < 5")).groupBy("kind").agg(functions.max("total").alias("most"))
    by_kind.orderBy("kind").write.mode("overwrite").option("header", "true").csv(str(folder / "kinds"))
    joined.limit(5).collect()
    spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
