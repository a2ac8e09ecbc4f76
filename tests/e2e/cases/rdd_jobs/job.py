"""RDD jobs have their own runs; jobs without data, or inside a query, have none."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

OUTPUT = "org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat"


def run(spark: SparkSession, paths: Paths) -> None:
    context = spark.sparkContext
    text, csv = (str(paths.data / name) for name in ("text", "csv"))
    context.textFile(text).map(len).saveAsTextFile(f"{paths.out}/lengths")
    words = context.textFile(f"{csv}/*.csv").map(lambda line: (line, 1))
    words.union(context.textFile(text).map(lambda line: (line, 2))).reduceByKey(
        lambda a, b: a + b
    ).saveAsNewAPIHadoopFile(f"{paths.out}/counts", OUTPUT)
    context.wholeTextFiles(csv).count()
    spark.read.parquet(paths.table("orders")).rdd.count()
    context.parallelize(range(10)).count()
    spark.read.json(str(paths.data / "json")).count()
    fails(spark, paths)


def fails(spark: SparkSession, paths: Paths) -> None:
    """A run of a job whose code fails."""
    lines = spark.sparkContext.textFile(str(paths.data / "text"), 1)
    try:
        lines.map(lambda line: 1 // len(line[:0])).saveAsTextFile(f"{paths.out}/never")
    except Py4JJavaError as error:
        assert "ZeroDivisionError" in str(error)
    else:
        raise AssertionError("the job did not fail")


# rows: rdd.files rdd.write rdd.ends name.rdd
