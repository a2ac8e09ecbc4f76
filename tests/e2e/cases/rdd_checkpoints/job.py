"""RDDs that are written to a checkpoint: Spark forgets what they were made of, the agent does not."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sparkContext.setCheckpointDir(f"{paths.own}/checkpoints")
    orders = spark.table("orders").select("id", "amount")
    rows = orders.rdd
    rows.checkpoint()
    rows.count()
    spark.createDataFrame(rows, orders.schema).write.parquet(f"{paths.out}/rows")
    lines = rows.map(lambda row: f"{row.id} {row.amount}").filter(bool)
    lines.localCheckpoint()
    lines.count()
    lines.saveAsTextFile(f"{paths.out}/lines")


# rows: rdd.frames
