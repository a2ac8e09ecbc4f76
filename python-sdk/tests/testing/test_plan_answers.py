"""`headwater plan`: what a program is told of its data, and how it names its paths and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from planned import plan, report, without_titles

if TYPE_CHECKING:
    from pathlib import Path

TABLES = "CREATE TABLE raw (id INT, c STRING) USING parquet LOCATION 's3://lake/Raw Data/ü'"
PROGRAM = """
from pyspark import SparkConf
from pyspark.sql import SparkSession
spark = SparkSession.builder.config(conf=SparkConf().set("spark.sql.shuffle.partitions", "3")).getOrCreate()
assert spark.conf.get("spark.sql.shuffle.partitions") == "3"
raw = spark.read.parquet("s3://lake/Raw Data/ü")
raw.write.parquet("out/raw")
given = spark.read.format("csv").schema("x INT").option("path", "s3://lake2/x").load()
given.write.parquet("out/given")
spark.read.format("binaryFile").load("s3://lake/img/*.png").select("path").write.parquet("out/images")
raw.groupBy("id").pivot("c", ["a"]).count().write.parquet("out/values")
raw.groupBy("id").pivot("c").count().write.parquet("out/pivot")
assert raw.rdd.isEmpty()
assert raw.rdd.count() == 0
assert raw.rdd.aggregate(0, max, max) == 0
"""
LINES = """
input   s3://lake Raw Data/ü
output  file FOLDER/out/raw
input   s3://lake2 x
output  file FOLDER/out/given
input   s3://lake img
output  file FOLDER/out/images
input   s3://lake Raw Data/ü
output  file FOLDER/out/values
input   s3://lake Raw Data/ü
output  file FOLDER/out/pivot
"""
REPORT = """
note: etl.py:10: the files that s3://lake/img/*.png matches are not known; in the events, wildcards may be in its name
note: etl.py:13: isEmpty() is answered from empty tables
note: etl.py:14: count() is answered from empty tables
note: etl.py:15: aggregate() is answered from empty tables
missing: etl.py:12: the columns of pivot() are those of the data: give it the values
"""


@pytest.mark.spark
def test_a_program_in_a_folder_with_a_space_is_told_what_it_does_not_see(tmp_path: Path, spark_home: Path) -> None:
    folder = tmp_path / "a b ü"
    folder.mkdir()
    (folder / "tables.sql").write_text(TABLES, encoding="utf-8")
    (folder / "etl.py").write_text(PROGRAM, encoding="utf-8")
    done = plan(folder, spark_home, "etl.py", "--setup", "tables.sql")
    assert report(done) == REPORT.strip().splitlines()
    lines = [line for line in without_titles(done.stdout) if line.startswith(("input", "output"))]
    assert lines == LINES.replace("FOLDER", str(folder)).strip().splitlines()
