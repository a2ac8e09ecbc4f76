"""Streams into files of each format and into a table, joined with a table; a text file has the column `value`, as in a batch."""
# conf: spark.sql.shuffle.partitions=1
# tables: orders customers

from pyspark.sql import SparkSession
from pyspark.sql.streaming import DataStreamWriter

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    customers = spark.table("customers").withColumnRenamed("id", "customer_id")
    orders = spark.readStream.schema(spark.table("orders").schema).parquet(paths.table("orders"))
    joined = orders.join(customers, "customer_id").select("id", "city", "amount")
    finish(joined.writeStream.format("json").option("path", f"{paths.out}/json"), paths, "json")
    finish(joined.writeStream.format("csv").option("path", f"{paths.out}/csv"), paths, "csv")
    days = orders.writeStream.format("orc").partitionBy("status", "day")
    finish(days.option("path", f"{paths.out}/orc"), paths, "orc")
    lines = orders.selectExpr("concat(id, status) AS line", "day").writeStream.format("text")
    finish(lines.partitionBy("day").option("path", f"{paths.out}/text"), paths, "text")
    read = spark.readStream.schema("value STRING, day DATE").text(f"{paths.out}/text")
    finish(read.writeStream.format("parquet").option("path", f"{paths.out}/of_text"), paths, "read")


def finish(writer: DataStreamWriter, paths: Paths, name: str) -> None:
    located = writer.option("checkpointLocation", f"{paths.own}/checkpoints/{name}")
    located.queryName(name).trigger(availableNow=True).start().awaitTermination()


# rows: stream.files
