"""Each file format as a source: parquet, csv, json, text, orc, avro."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

SCHEMA = "id INT, customer_id INT, amount DOUBLE, status STRING, day DATE"


def run(spark: SparkSession, paths: Paths) -> None:
    read = spark.read.schema(SCHEMA)
    frames = {
        "parquet": read.parquet(paths.table("orders")),
        "csv": read.option("header", "true").csv(paths.table("csv")),
        "json": read.json(paths.table("json")),
        "orc": read.orc(paths.table("orc")),
        "avro": read.format("avro").load(paths.table("avro")),
    }
    for name, frame in frames.items():
        frame.selectExpr("id", "amount * 2 AS doubled").write.parquet(f"{paths.out}/{name}")
    spark.read.text(paths.table("text")).write.parquet(f"{paths.out}/text")


# rows: connector.files
