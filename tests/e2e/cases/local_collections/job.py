"""Rows that the program gives to Spark are local: their columns have no source, also if the program collected them from a table."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.
# tables: orders customers

from pyspark.sql import SparkSession
from pyspark.sql.functions import col

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders, customers = spark.table("orders"), spark.table("customers")
    rates = spark.createDataFrame([("Berlin", 1.5), ("Rome", 2.0)], "place STRING, rate DOUBLE")
    rates.write.parquet(f"{paths.out}/rates")
    spark.createDataFrame(customers.collect(), customers.schema).write.parquet(f"{paths.out}/again")
    cities = customers.join(rates, col("city") == col("place")).join(
        orders, customers.id == orders.customer_id
    )
    cities.select("city", "rate", (col("amount") * col("rate")).alias("price")).write.parquet(
        f"{paths.out}/prices"
    )
    customers.select("city").union(rates.select("place")).write.parquet(f"{paths.out}/places")


# rows: columns.local
