"""Statistics of columns depend on the columns; Spark 3.3 has computed them before, so there they are unknown."""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, _paths: Paths) -> None:
    orders = spark.table("orders")
    orders.select("id", "amount").summary("count", "max").write.saveAsTable("summarised")
    orders.crosstab("id", "customer_id").write.saveAsTable("crossed")
    orders.freqItems(["amount"]).write.saveAsTable("frequent")


# rows: columns.coverage
