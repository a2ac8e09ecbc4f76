"""A whole application: `end_of_process.py SOURCE TARGET HOW` writes once and ends without `spark.stop()`."""

import sys

from pyspark.sql import SparkSession


def main(source: str, target: str, how: str) -> None:
    spark = SparkSession.builder.appName(f"ends by {how}").getOrCreate()
    spark.read.parquet(source).select("id").write.parquet(target)
    if how == "exit code 3":
        sys.exit(3)
    if how == "exception":
        raise RuntimeError("the application's own")


if __name__ == "__main__":
    main(*sys.argv[1:])
