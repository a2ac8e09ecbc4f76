"""RDD jobs of the code of foreachBatch are runs, children of the stream."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.
# rows: stream.foreach-batch rdd.write
# tables: orders

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    def save(frame: DataFrame, _: int) -> None:
        frame.rdd.map(lambda row: f"{row.id} {row.status}").saveAsTextFile(f"{paths.out}/lines")
        text = spark.sparkContext.textFile(str(paths.data / "text"))
        text.map(len).saveAsTextFile(f"{paths.out}/lengths")
        frame.select("id").write.parquet(f"{paths.out}/ids")

    orders = spark.readStream.schema(spark.read.parquet(paths.table("orders")).schema).parquet(
        paths.table("orders")
    )
    writer = orders.where("amount > 15").writeStream.foreachBatch(save).trigger(availableNow=True)
    writer.option("checkpointLocation", f"{paths.own}/checkpoint").start().awaitTermination()
