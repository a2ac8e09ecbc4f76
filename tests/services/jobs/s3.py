"""Reads and writes a bucket with s3a: files, partitions, globs, directories, Delta and Iceberg."""

from __future__ import annotations

from typing import Any


def run(spark: Any, _paths: object) -> None:  # noqa: ANN401 - PySpark is untyped here
    lake = "s3a://lake"
    numbers = spark.range(6).selectExpr("id", "id * 2 AS amount", "id % 2 AS day")
    numbers.write.partitionBy("day").parquet(f"{lake}/in/orders")
    for name in ("a", "b"):
        numbers.drop("day").coalesce(1).write.csv(f"{lake}/in/text/{name}", header=True)

    spark.sparkContext.textFile(f"{lake}/in/text/a").saveAsTextFile(f"{lake}/out/rdd")
    orders = spark.read.parquet(f"{lake}/in/orders")
    orders.where("day = 1").select("id", "day").write.json(f"{lake}/out/partitions")
    part = spark.read.parquet(f"{lake}/in/orders/day=*")
    part.selectExpr("id + 1 AS next").write.mode("overwrite").orc(f"{lake}/out/partition_glob/")
    text = spark.read.csv(f"{lake}/in/text/*", header=True)
    text.groupBy("id").count().write.parquet(f"{lake}/out/glob")

    orders.createOrReplaceTempView("orders")
    spark.sql(f"""INSERT OVERWRITE DIRECTORY '{lake}/out/directory' USING parquet
        SELECT amount FROM orders""")
    spark.sql(
        f"CREATE TABLE kept USING parquet LOCATION '{lake}/out/kept' AS SELECT id FROM orders"
    )

    numbers.write.format("delta").save(f"{lake}/in/delta")
    delta = spark.read.format("delta").load(f"{lake}/in/delta")
    delta.select("id").write.parquet(f"{lake}/out/of_delta")
    spark.sql("CREATE TABLE ice.db.orders USING iceberg AS SELECT id, amount FROM orders")
    spark.table("ice.db.orders").select("amount").write.parquet(f"{lake}/out/of_iceberg")
