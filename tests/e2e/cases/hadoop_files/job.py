"""Files of Hadoop's formats that RDDs write, and the RDDs and frames that read them."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.
# tables: customers

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

INPUT = "org.apache.hadoop.mapreduce.lib.input.TextInputFormat"
OLD = "org.apache.hadoop.mapred.TextOutputFormat"
NEW = "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat"
KEY, VALUE = "org.apache.hadoop.io.LongWritable", "org.apache.hadoop.io.Text"


def run(spark: SparkSession, paths: Paths) -> None:
    context = spark.sparkContext
    words = context.textFile(str(paths.data / "text")).map(lambda line: (line, len(line)))
    words.saveAsPickleFile(f"{paths.out}/pickle")
    words.map(lambda pair: (pair[1], pair[0])).saveAsHadoopFile(f"{paths.out}/old", OLD)
    dataset = {
        "mapreduce.job.outputformat.class": NEW,
        "mapreduce.output.fileoutputformat.outputdir": f"{paths.out}/new",
        "mapreduce.job.output.key.class": VALUE,
        "mapreduce.job.output.value.class": "org.apache.hadoop.io.IntWritable",
    }
    words.saveAsNewAPIHadoopDataset(dataset)
    pairs = context.pickleFile(f"{paths.out}/pickle").toDF("word STRING, length INT")
    pairs.write.parquet(f"{paths.out}/of_pickle")
    lines = context.newAPIHadoopFile(f"{paths.out}/old", INPUT, KEY, VALUE).values()
    numbers = lines.map(lambda line: (int(line.split("\t")[0]),)).toDF("length INT")
    customers = spark.table("customers")
    numbers.join(customers, numbers.length == customers.id, "left").write.parquet(
        f"{paths.out}/joined"
    )
    sizes = context.binaryFiles(f"{paths.out}/new").mapValues(len)
    sizes.union(words).cartesian(lines).saveAsTextFile(f"{paths.out}/mixed")


# rows: rdd.files rdd.write rdd.frames
