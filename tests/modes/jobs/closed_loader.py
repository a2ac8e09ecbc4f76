"""usage: closed_loader.py STAGE FOLDER

Runs three queries, and closes the class loader of `--jars` before query STAGE (0 to 3; 3 is before the end).
"""

import sys
import time

from pyspark.sql import SparkSession

stage, folder = int(sys.argv[1]), sys.argv[2]
spark = SparkSession.builder.getOrCreate()


def close_loader() -> None:
    """Close it as Hive's SessionState.close does."""
    time.sleep(2)  # what has been posted is processed
    loader = spark._jvm.java.lang.Thread.currentThread().getContextClassLoader()  # noqa: SLF001
    assert loader.getClass().getSimpleName() == "MutableURLClassLoader"
    loader.close()


queries = [
    "SELECT id, id % 3 AS part FROM range(9)",
    "SELECT part, sum(id) OVER (PARTITION BY part) AS total FROM t0",
    "SELECT map(part, struct(total AS t))[1].t AS t FROM t1",
]
for number, query in enumerate(queries):
    if number == stage:
        close_loader()
    table = spark.sql(query)
    table.write.parquet(f"{folder}/t{number}")
    spark.read.parquet(f"{folder}/t{number}").createOrReplaceTempView(f"t{number}")
if stage == len(queries):
    close_loader()
print("rows:", spark.table("t2").count())
spark.stop()
