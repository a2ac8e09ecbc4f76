"""Writes a few numbers to a folder."""

from __future__ import annotations

import sys

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
spark.range(5).selectExpr("id", "id * 2 AS twice").write.parquet(sys.argv[1])
spark.stop()
