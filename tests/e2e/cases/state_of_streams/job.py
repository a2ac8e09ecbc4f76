"""The state of a streaming query, read from its checkpoint."""
# tables: orders
# since: 4.0

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    files, checkpoint = f"{paths.own}/files", f"{paths.own}/checkpoint"
    spark.table("orders").select("id", "customer_id").write.parquet(files)
    counts = spark.readStream.schema("id BIGINT, customer_id BIGINT").parquet(files)
    query = counts.groupBy("customer_id").count().writeStream.outputMode("complete")
    sink = query.format("memory").queryName("counts").option("checkpointLocation", checkpoint)
    sink.trigger(availableNow=True).start().awaitTermination()
    state = spark.read.format("statestore").option("path", checkpoint).load()
    state.selectExpr("key.customer_id", "value.count").write.parquet(f"{paths.own}/state")
    metadata = spark.read.format("state-metadata").load(checkpoint)
    metadata.select("operatorName").write.parquet(f"{paths.own}/metadata")


# rows: node.inputs
