"""A client of Spark Connect."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import nullcontext

import headwater
from pyspark.sql import SparkSession

parser = ArgumentParser()
parser.add_argument("remote")
parser.add_argument("tag")
parser.add_argument("--job", help="the name of the job of all statements")
parser.add_argument(
    "--stream", nargs=2, metavar="FOLDER", help="copy Parquet files by a streaming query"
)
parser.add_argument("statements", nargs="*")
arguments = parser.parse_args()

spark = SparkSession.builder.remote(arguments.remote).getOrCreate()
spark.addTag(arguments.tag)
with headwater.job(arguments.job) if arguments.job else nullcontext():
    for statement in arguments.statements:
        spark.sql(statement).collect()
if arguments.stream:
    source, target = arguments.stream
    files = spark.readStream.schema("id LONG, part LONG").parquet(source)
    writer = files.writeStream.trigger(availableNow=True)
    query = writer.option("checkpointLocation", f"{target}-checkpoint").start(target)
    query.awaitTermination()
    if query.exception() is not None:
        raise query.exception()
spark.stop()
