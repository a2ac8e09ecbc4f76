"""A client of Spark Connect. Usage: `connect_client.py REMOTE TAG STATEMENT…`."""

from __future__ import annotations

import sys

from pyspark.sql import SparkSession

remote, tag, *statements = sys.argv[1:]
spark = SparkSession.builder.remote(remote).getOrCreate()
spark.addTag(tag)
for statement in statements:
    spark.sql(statement).collect()
spark.stop()
