"""Reads and writes tables whose plans, tables and sources report their own lineage."""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths

TABLES = "com.acme.AcmeTables"
SOURCE = "com.acme.AcmeSource"
SHADED = "com.acme.ShadedSource"


def run(spark: SparkSession, paths: Paths) -> None:
    def table(name: str) -> DataFrame:
        return spark.read.format(TABLES).option("table", name).load()

    table("orders").selectExpr("id AS kept", "amount * 2 AS doubled").write.parquet(
        f"{paths.out}/read"
    )
    totals = table("orders").where("id > 0").write.format(TABLES).option("table", "totals")
    totals.mode("append").save()
    v1 = spark.read.format(SOURCE).option("table", "old").load()
    v1.write.parquet(f"{paths.out}/v1")
    v1.write.format(SOURCE).option("table", "new").mode("overwrite").save()
    spark.read.format(SHADED).load().write.parquet(f"{paths.out}/shaded")
    table("described").write.parquet(f"{paths.out}/described")
    table("broken").write.parquet(f"{paths.out}/broken")
