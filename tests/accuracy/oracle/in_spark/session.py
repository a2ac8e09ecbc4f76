"""The Spark session of the scripts: small, with few log lines, on local disk."""

from __future__ import annotations


from pyspark.sql import SparkSession
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def start(folder: Path, conf: dict[str, str]) -> SparkSession:
    """A local session whose warehouse and catalog live under `folder`."""
    builder = (
        SparkSession.builder.master("local[2]")
        .appName("accuracy")
        .config("spark.driver.memory", "2g")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.default.parallelism", "2")
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config("spark.sql.session.timeZone", "UTC")
    )
    for key, value in conf.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark
