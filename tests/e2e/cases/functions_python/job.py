"""A Python function depends on its argument columns; a function of the whole frame depends on all of its inputs."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.

from pyspark.sql import SparkSession
from pyspark.sql.functions import udf

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    shout = udf(lambda status, day: f"{status}{day}", "string")
    orders = spark.read.parquet(paths.table("orders"))
    orders.select("id", shout("status", "day").alias("loud")).write.parquet(f"{paths.out}/udf")
    orders.rdd.map(lambda row: (row.id, row.amount)).toDF("id INT, amount DOUBLE").write.parquet(
        f"{paths.out}/rdd"
    )


# rows: columns.python
