"""RDDs of frames that were checkpointed: they read what the frames were made of, from the columns that these depended on."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.
# tables: orders customers

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sparkContext.setCheckpointDir(f"{paths.own}/checkpoints")
    orders, customers = spark.table("orders"), spark.table("customers")
    rounds = orders.where("amount > 15").select("id", "customer_id")
    for _ in range(2):
        rounds = rounds.selectExpr("id + 1 AS id", "customer_id").localCheckpoint()
    first(rounds).saveAsTextFile(f"{paths.out}/rounds")
    cities = orders.join(customers, orders.customer_id == customers.id).groupBy("city").count()
    kept = cities.checkpoint()
    first(kept).map(lambda city: (city,)).toDF("city STRING").write.parquet(f"{paths.out}/cities")
    later = orders.select("status").localCheckpoint(eager=False)
    first(later).saveAsTextFile(f"{paths.out}/lazy")


def first(frame: DataFrame) -> Any:  # noqa: ANN401 - PySpark is untyped here
    return frame.rdd.map(lambda row: row[0])


# rows: rdd.frames
