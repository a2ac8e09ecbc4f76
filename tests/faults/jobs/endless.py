"""An application that writes until it is killed: `endless.py TARGET`."""

from __future__ import annotations

import sys
from itertools import count

from pyspark.sql import SparkSession


def main(target: str) -> None:
    spark = SparkSession.builder.appName("endless").getOrCreate()
    for number in count():
        spark.range(0, 10, 1, 1).selectExpr(f"id AS n{number}").write.parquet(f"{target}/{number}")


if __name__ == "__main__":
    main(*sys.argv[1:])
