"""A table that a streaming batch creates and replaces: the insert of each statement is part of its run."""
# tables: orders
# rows: connector.delta

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.table("orders").write.format("delta").save(paths.out)
    rows = spark.readStream.format("delta").load(paths.out)
    stream = rows.writeStream.foreachBatch(land).trigger(availableNow=True)
    stream.option("checkpointLocation", f"{paths.own}/checkpoint").start().awaitTermination()


def land(rows: DataFrame, _: int) -> None:
    rows.select("id", "amount").write.format("delta").saveAsTable("fresh")
    named = rows.selectExpr("id", "status AS name").write.format("delta").mode("overwrite")
    named.option("overwriteSchema", "true").saveAsTable("fresh")
