"""A write with a filter, a join and an aggregate, which causes every kind of facet."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    frame = spark.sql(
        "SELECT c.name, upper(o.status) AS status, sum(o.amount) AS total "
        "FROM orders o JOIN customers c ON o.customer_id = c.id WHERE o.amount > 5 GROUP BY c.name, o.status"
    )
    frame.write.parquet(f"{paths.out}/totals.by_name")
