"""Read a table of a database and write another one."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.services.processes import PASSWORD, USER


def run(spark: SparkSession, paths: Paths) -> None:
    options = {"user": USER, "password": PASSWORD, "driver": "org.postgresql.Driver"}
    address = spark.conf.get("spark.test.url")
    frame = spark.read.format("jdbc").options(url=address, dbtable="orders", **options).load()
    frame.select("id", "amount").write.parquet(paths.out)
