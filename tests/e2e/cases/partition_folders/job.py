"""A read of a partition's folder has the rows of one value: its column is a FILTER of the table that the folder belongs to."""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths

V1_LIST = "spark.sql.sources.useV1SourceList"


def run(spark: SparkSession, paths: Paths) -> None:
    table = f"{paths.own}/sales"
    rows = spark.range(8).selectExpr(
        "id", "id * 2 AS amount", "id % 2 AS `the day`", "id % 3 AS shop"
    )
    rows.write.partitionBy("the day", "shop").parquet(table)
    read = spark.read.schema("id LONG, amount LONG")
    day = f"{table}/the day=1"
    write(read.parquet(day), paths, "day")
    write(read.parquet(f"{day}/shop=0"), paths, "shop")
    based = spark.read.option("basePath", table)
    write(based.parquet(f"{day}/shop=0").where("id > 1"), paths, "with_columns")
    write(based.parquet(f"{table}/the day=*/shop=0").select("id"), paths, "pattern")
    write(based.parquet(f"{table}/*/shop=[01]").select("id"), paths, "ranges")
    write(based.parquet(f"{day}/shop=0", f"{day}/shop=1").select("id"), paths, "several")
    v1 = spark.conf.get(V1_LIST)
    spark.conf.set(V1_LIST, "")
    frame = read.parquet(day)
    spark.conf.set(V1_LIST, v1)
    write(frame, paths, "v2")
    spark.sql(f"SELECT id FROM parquet.`{day}/shop=0`").write.parquet(f"{paths.out}/query")
    stream = spark.readStream.schema("id LONG").parquet(f"{day}/shop=0").writeStream
    located = stream.option("checkpointLocation", f"{paths.own}/checkpoint").format("parquet")
    located.trigger(availableNow=True).start(f"{paths.out}/stream").awaitTermination()


def write(frame: DataFrame, paths: Paths, name: str) -> None:
    frame.write.parquet(f"{paths.out}/{name}")


# rows: connector.files
