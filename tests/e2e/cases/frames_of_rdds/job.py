"""Frames without a plan: checkpoints keep their column lineage; frames from an RDD depend on everything it reads."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.
# tables: orders customers

from pyspark.sql import SparkSession
from pyspark.sql.functions import col

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sparkContext.setCheckpointDir(f"{paths.own}/checkpoints")
    orders, customers = spark.table("orders"), spark.table("customers")
    checkpoints(spark, paths)
    joined = orders.join(customers, orders.customer_id == customers.id).select("amount", "city")
    kept = joined.groupBy("city").sum("amount").localCheckpoint()
    kept.alias("a").join(kept.alias("b"), col("a.city") == col("b.city")).select(
        "a.city", col("b.sum(amount)").alias("total")
    ).write.parquet(f"{paths.out}/self_join")
    totals = (
        orders.groupBy("customer_id").sum("amount").checkpoint()
    )  # first used on the right side
    orders.join(totals, "customer_id").write.parquet(f"{paths.out}/joined_back")
    customers._jdf.rdd()  # noqa: SLF001 - an execution from Spark 4 on, which reads nothing: no run
    rows = customers.rdd.map(lambda row: (row.id, row.city.upper()))
    spark.createDataFrame(rows, "id INT, loud STRING").write.parquet(f"{paths.out}/mapped")
    lines = spark.sparkContext.textFile(str(paths.data / "text")).map(lambda line: (line, 1))
    lines.toDF("line STRING, one INT").write.parquet(f"{paths.out}/lines")
    both = rows.union(lines.map(lambda pair: (pair[1], pair[0])))
    both.toDF("n INT, text STRING").write.parquet(f"{paths.out}/union")
    local = spark.sparkContext.parallelize([(1, "a")]).map(lambda row: row)
    local.toDF("n INT, text STRING").write.parquet(f"{paths.out}/local")


def checkpoints(spark: SparkSession, paths: Paths) -> None:
    """One frame, checkpointed repeatedly with the same columns."""
    first = spark.table("orders").selectExpr("id", "amount * 2 AS doubled").checkpoint()
    first.write.parquet(f"{paths.out}/first")
    second = first.where("doubled > 30").localCheckpoint()
    second.write.parquet(f"{paths.out}/second")
    second.where("id > 1").localCheckpoint(eager=False).write.parquet(f"{paths.out}/third")


# rows: rdd.frames
