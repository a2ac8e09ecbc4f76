"""Each file format as a sink, and a directory with several paths as one source."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.read.parquet(paths.table("orders"))
    orders.write.csv(f"{paths.out}/csv")
    orders.write.json(f"{paths.out}/json")
    orders.select("status").write.text(f"{paths.out}/text")
    orders.write.orc(f"{paths.out}/orc")
    orders.write.format("avro").save(f"{paths.out}/avro")
    one, two = f"{paths.out}/parts/one", f"{paths.out}/parts/two"
    orders.limit(1).write.parquet(one)
    orders.limit(2).write.parquet(two)
    spark.read.parquet(one, two).select("id").write.parquet(f"{paths.out}/both")


# rows: connector.files node.hadoop-write facet.output.statistics
