"""Rows that a failed attempt of a task has written are not counted."""
# conf: spark.master=local[2,4]
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.

from pyspark import TaskContext
from pyspark.sql import SparkSession, functions

from tests.e2e.workspace import Paths

ROWS = 50_000


def run(spark: SparkSession, paths: Paths) -> None:
    fragile = functions.udf(fails_at_first, "long")
    numbers = spark.sparkContext.parallelize(range(ROWS), 1)
    numbers.map(fails_at_first).saveAsTextFile(f"{paths.out}/text")

    frame = spark.range(0, ROWS, 1, 1).select(fragile("id").alias("number"))
    frame.write.parquet(f"{paths.out}/parquet")
    frame.write.jdbc(f"jdbc:derby:{paths.own}/shop;create=true", "numbers", mode="append")


def fails_at_first(number: int) -> int:
    """The number; the first attempt of a task fails at the last one."""
    context = TaskContext.get()
    if number == ROWS - 1 and context is not None and context.attemptNumber() == 0:
        raise RuntimeError("the first attempt")
    return number


# rows: facet.output.statistics rdd.write
