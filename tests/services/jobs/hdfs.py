"""Uses files, partitions, tables and RDDs of an HDFS."""

from __future__ import annotations

from typing import Any


def run(spark: Any, _paths: object) -> None:  # noqa: ANN401 - PySpark is untyped here
    root = spark.conf.get("spark.test.url")
    numbers = spark.range(6).selectExpr("id", "id * 2 AS amount", "id % 2 AS day")
    numbers.write.partitionBy("day").parquet(f"{root}/in/orders")
    numbers.selectExpr("CAST(id AS STRING) AS line").coalesce(1).write.text(f"{root}/in/text")

    orders = spark.read.parquet(f"{root}/in/orders")
    orders.where("day = 1").select("id", "day").write.json(f"{root}/out/partitions")
    part = spark.read.parquet(f"{root}/in/orders/day=1", f"{root}/in/orders/day=0")
    part.selectExpr("id + 1 AS next").write.mode("overwrite").orc(f"{root}/out/trimmed/")
    spark.read.parquet("/in/orders").select("amount").write.parquet("/out/default_system")

    spark.sql("CREATE TABLE kept USING parquet AS SELECT 1 AS id")
    spark.sql("INSERT OVERWRITE kept SELECT CAST(id AS INT) FROM parquet.`/in/orders`")
    orders.select("id", "day").write.partitionBy("day").saveAsTable("days")

    lines = spark.sparkContext.textFile(f"{root}/in/text")
    lines.map(str.upper).saveAsTextFile(f"{root}/out/rdd")
    rows = lines.map(lambda text: (text,)).toDF(["line"])
    rows.write.csv(f"{root}/out/of_rdd")
