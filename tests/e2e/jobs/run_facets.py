"""A join by broadcast, a stream, a query in a job group, one without inputs, one without lineage, and an RDD job."""

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import broadcast

from tests.e2e.workspace import Paths

STATEMENT = "SELECT id, 'a-literal' AS word FROM parquet.`{}` WHERE status <> 'another-literal'"


def run(spark: SparkSession, paths: Paths) -> None:
    context = spark.sparkContext
    orders = spark.read.parquet(str(paths.table("orders")))
    orders.join(broadcast(orders.select("id")), "id").write.parquet(f"{paths.out}/joined")

    def write(batch: DataFrame, _: int) -> None:
        batch.write.parquet(f"{paths.out}/batch")

    stream = spark.readStream.schema(orders.schema).parquet(str(paths.table("orders")))
    stream.writeStream.foreachBatch(write).trigger(availableNow=True).start().awaitTermination()
    context.setJobGroup("nightly", "copies of the night")
    spark.sql(STATEMENT.format(paths.table("orders"))).write.parquet(f"{paths.out}/copy")
    spark.range(3).write.parquet(f"{paths.out}/numbers")
    spark.sql("DROP TABLE IF EXISTS never_there")
    context.textFile(str(paths.data / "text"), 1).saveAsTextFile(f"{paths.out}/lines")
