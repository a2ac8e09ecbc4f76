"""DataFrame methods of Spark 4.2 and 4.3: `zip`, `zipWithIndex`, nearest-neighbour joins."""
# tables: orders customers
# since: 4.3
# conf: spark.sql.experimental.optimizer.transpilePyUDFs=true
# conf: spark.sql.pyspark.worker.logging.enabled=true

from pyspark.sql import SparkSession
from pyspark.sql import functions as sf

from tests.e2e.workspace import Paths


def product(x: int, y: int) -> int:
    return x * y + 1


def run(spark: SparkSession, _paths: Paths) -> None:
    orders, customers = spark.table("orders"), spark.table("customers")
    double = (orders.amount * 2).alias("double")
    orders.select("id").zip(orders.select(double)).write.saveAsTable("zipped")
    orders.select("amount").zipWithIndex().write.saveAsTable("numbered")
    distance = sf.abs(orders.customer_id - customers.id)
    near = orders.nearestByJoin(customers, distance, 1, direction="distance", mode="exact")
    near.select(orders.amount, customers.name).write.saveAsTable("near")

    # Spark may replace such a function by an expression
    orders.select(sf.udf(product, "int")("id", "customer_id").alias("p")).write.saveAsTable(
        "products"
    )
    spark.sql("SELECT * FROM python_worker_logs()").write.saveAsTable("logs")


# rows: columns.join columns.python
