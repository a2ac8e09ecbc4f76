"""Read and write folders with dates and keys in their names."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    ids = spark.table("orders").select("id")
    for day in ("2024-01-01", "2024-01-02"):
        ids.write.parquet(f"{paths.out}/daily/{day}")
    ids.write.parquet(f"{paths.out}/keyed/day=3")
    ids.write.parquet(f"{paths.out}/monthly/2024/05")
    both = spark.read.parquet(f"{paths.out}/daily/2024-01-01", f"{paths.out}/daily/2024-01-02")
    both.write.parquet(f"{paths.out}/both")
