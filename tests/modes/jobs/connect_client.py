"""A client of Spark Connect."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import nullcontext

import headwater
from headwater.extensions import naming
from pyspark.sql import SparkSession

parser = ArgumentParser()
parser.add_argument("remote")
parser.add_argument("tag")
parser.add_argument("--job", help="the name of the job of all statements")
parser.add_argument("--facets", help="emit facets in the job: with this text, one for this table")
parser.add_argument(
    "--stream", nargs=2, metavar="FOLDER", help="copy Parquet files by a streaming query"
)
parser.add_argument("statements", nargs="*")
arguments = parser.parse_args()

spark = SparkSession.builder.remote(arguments.remote).getOrCreate()
spark.addTag(arguments.tag)
with headwater.job(arguments.job) if arguments.job else nullcontext():
    if arguments.facets:
        text, table = arguments.facets.split("|")
        headwater.emit_run_facet("acme_note", {"text": text})
        headwater.emit_job_facet("acme_team", {"name": "orders"})
        headwater.emit_dataset_facet("acme_tier", {"name": "gold"}, naming.path(table))
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
if arguments.facets:
    spark.sql(arguments.statements[-1]).collect()  # the same, outside the job
spark.stop()
