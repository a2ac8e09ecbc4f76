"""DataFrames of rows that the program has computed outside of Spark, with `headwater.with_lineage`; no connection is made."""

from __future__ import annotations

import headwater
from headwater.extensions import Dataset
from pyspark.sql import DataFrame, Row, SparkSession

from tests.e2e.workspace import Paths

RATES = Dataset("http://rates", "v1")


def scored(spark: SparkSession, orders: DataFrame) -> DataFrame:
    """Rows of the program for each order, with columns of other names."""
    rows = [Row(key=row.id, score=row.amount * 1.5, note="new") for row in orders.collect()]
    return spark.createDataFrame(rows, "key LONG, score DOUBLE, note STRING")


def run(spark: SparkSession, paths: Paths) -> list[float]:
    spark.range(3).selectExpr("id", "id * 10 AS amount", "'x' AS kind").write.parquet(
        f"{paths.out}/orders"
    )
    orders = spark.read.parquet(f"{paths.out}/orders").where("kind = 'x'")

    scores = headwater.with_lineage(
        scored(spark, orders),
        inputs=[orders, RATES],
        columns={"key": "id", "score": [(orders, "AMOUNT"), RATES.column("rate")]},
    )
    scores.write.parquet(f"{paths.out}/scores")
    scores.cache().groupBy("key").agg({"score": "sum"}).toDF("key", "total").write.parquet(
        f"{paths.out}/totals"
    )
    scores.createOrReplaceTempView("scores")
    spark.sql("SELECT l.score, r.key FROM scores l JOIN scores r ON l.key = r.key").write.parquet(
        f"{paths.out}/joined"
    )

    headwater.with_lineage(scored(spark, orders), inputs=orders).write.parquet(
        f"{paths.out}/coarse"
    )
    scored(spark, orders).write.parquet(f"{paths.out}/undeclared")
    return sorted(row.score for row in spark.read.parquet(f"{paths.out}/joined").collect())
