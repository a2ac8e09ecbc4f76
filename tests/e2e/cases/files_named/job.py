"""A file that a read names is a dataset of its own; a folder, a glob and a list of folders are not split into files."""

from __future__ import annotations

import shutil
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths

ORDERS = "id INT, customer_id INT, amount DOUBLE, status STRING, day DATE"
FORMATS = (
    "parquet",
    "orc",
    "csv",
    "json",
    "text",
)  # of both interfaces; the Avro module of the tests has V1 only
V1_LIST = "spark.sql.sources.useV1SourceList"


def run(spark: SparkSession, paths: Paths) -> None:
    landing = paths.own / "landing"
    landing.mkdir()
    (landing / "customers.csv").write_text("id,name\n1,Ada\n2,Emmy\n")
    (landing / "orders.csv").write_text("id,customer,amount\n7,1,10.5\n8,2,20\n")
    for number in range(33):
        name = landing / f"many/{number}.csv"
        name.parent.mkdir(exist_ok=True)
        name.write_text("1\n")
    of_one_folder(spark, landing, paths.out)
    of_each_format(spark, paths, landing)
    v1 = spark.conf.get(V1_LIST)
    spark.conf.set(V1_LIST, "")
    of_each_format(spark, paths, landing, interface="v2")
    spark.conf.set(V1_LIST, v1)
    of_lists_and_globs(spark, landing, paths.out)
    of_partitions(spark, paths, landing)
    if spark.version >= "3.4":  # PySpark 3.3 cannot serialize the functions of Python 3.11
        of_rdds(spark, landing, paths.out)


def of_one_folder(spark: SparkSession, landing: Path, out: str) -> None:
    """Each of two files of a folder has its own schema and its own edges."""
    csv = spark.read.option("header", "true")
    customers = csv.schema("id INT, name STRING").csv(f"{landing}/customers.csv")
    orders = csv.schema("id INT, customer INT, amount DOUBLE").csv(f"{landing}/orders.csv")
    joined = orders.join(customers, orders.customer == customers.id)
    joined.select(orders.id, "name", "amount").write.parquet(f"{out}/joined")


def of_each_format(spark: SparkSession, paths: Paths, landing: Path, interface: str = "v1") -> None:
    for name in (*FORMATS, "avro") if interface == "v1" else FORMATS:
        copy = file_of(
            paths.data / ("orders" if name == "parquet" else name), landing / f"one.{name}"
        )
        reader = spark.read.format(name)
        frame = (reader if name == "text" else reader.schema(ORDERS)).load(str(copy))
        frame.limit(1).write.parquet(f"{paths.out}/{interface}/{name}")
    if interface == "v1":
        binary = spark.read.format("binaryFile").load(f"{landing}/customers.csv")
        binary.select("length").write.parquet(f"{paths.out}/binary")
        in_sql = f"SELECT id FROM parquet.`{landing}/one.parquet`"
        spark.sql(in_sql).write.parquet(f"{paths.out}/in_sql")


def of_lists_and_globs(spark: SparkSession, landing: Path, out: str) -> None:
    read = spark.read.schema("a STRING")
    write(read.csv([f"{landing}/customers.csv", f"{landing}/orders.csv"]), f"{out}/list")
    write(read.csv([f"{landing}/many/{number}.csv" for number in range(33)]), f"{out}/long_list")
    write(read.csv(f"{landing}/*.csv"), f"{out}/glob")
    write(read.csv(f"{landing}/many"), f"{out}/folder")


def of_partitions(spark: SparkSession, paths: Paths, landing: Path) -> None:
    """A file of a partition keeps its whole name; a partition is trimmed from the end of a name only."""
    parted = landing / "parted"
    for day in (1, 2):
        file_of(paths.data / "orders", parted / f"p={day}/one.parquet")
    read = spark.read.schema(ORDERS)
    write(read.parquet(f"{parted}/p=1/one.parquet").select("id"), f"{paths.out}/in_partition")
    based = read.option("basePath", str(parted))
    write(based.parquet(f"{parted}/p=1/one.parquet").select("id"), f"{paths.out}/based_file")
    write(based.parquet(f"{parted}/p=1", f"{parted}/p=2").select("id"), f"{paths.out}/based")


def of_rdds(spark: SparkSession, landing: Path, out: str) -> None:
    context = spark.sparkContext
    context.textFile(f"{landing}/orders.csv").saveAsTextFile(f"{out}/rdd")
    both = context.textFile(f"{landing}/orders.csv,{landing}/customers.csv")
    both.saveAsTextFile(f"{out}/rdd_list")
    write(both.map(lambda line: (line,)).toDF("line STRING"), f"{out}/rdd_frame")
    context.textFile(f"{landing}/c*.csv").saveAsTextFile(f"{out}/rdd_glob")
    many = ",".join(f"{landing}/many/{number}.csv" for number in range(33))
    context.textFile(many).coalesce(1).saveAsTextFile(f"{out}/rdd_long_list")


def file_of(folder: Path, name: Path) -> Path:
    """A copy of the one data file of a folder."""
    name.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(next(folder.glob("part-*")), name)
    return name


def write(frame: DataFrame, folder: str) -> None:
    frame.write.parquet(folder)


# rows: connector.files connector.named-files rdd.files
