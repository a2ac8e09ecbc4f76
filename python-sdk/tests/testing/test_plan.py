"""`headwater plan`: PySpark programs on empty tables, each in a process of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from headwater.cli import main
from planned import plan, report, without_titles

if TYPE_CHECKING:
    from pathlib import Path

TABLES = """
CREATE TABLE customers (id INT, name STRING, country STRING);
CREATE TABLE raw_orders (id INT, customer INT, amount DOUBLE) USING parquet LOCATION 's3://lake/orders';
"""
MODULE = """
def totals(frame):
    return frame.groupBy("country").sum("amount").withColumnRenamed("sum(amount)", "total")
"""
PROGRAM = """
import sys
from pathlib import Path
from pyspark.sql import SparkSession
from sums import totals
builder = SparkSession.builder.appName("etl").master("yarn").enableHiveSupport()
spark = builder.config("spark.sql.catalog.prod", "org.example.Catalog").getOrCreate()
orders = spark.read.parquet("s3://lake/orders")
customers = spark.table("customers")
joined = orders.join(customers, orders.customer == customers.id).where("amount > 3")
clean = joined.select("name", "country", "amount")
clean.write.mode("overwrite").partitionBy("country").parquet("s3a://lake2/clean/" + sys.argv[1])
totals(spark.read.parquet("s3://lake2/clean/" + sys.argv[1])).write.saveAsTable("totals")
spark.table("totals").write.csv("out/totals")
spark.read.csv("out/totals").select("total").write.format("json").save("gs://b/top")
rates = spark.read.schema("currency STRING, rate DOUBLE").csv("/data/rates.csv")
rates.createOrReplaceTempView("rates")
spark.sql("CREATE TABLE highest AS SELECT max(rate) AS rate FROM rates WHERE rate > :least", args={"least": 1})
spark.table("totals").write.jdbc("jdbc:postgresql://db.example/shop", "public.totals", properties={"password": "pw-7"})
spark.sql("CREATE TABLE ledger USING jdbc OPTIONS (url 'jdbc:postgresql://db.example/shop', dbtable 'x')")
spark.table("totals").foreachPartition(lambda rows: Path("effect").touch())
print("rows:", spark.table("totals").count())
spark.stop()
print(spark.table("totals").first()["total"])
"""
LINES = """
input   s3://lake orders
input   file /headwater-warehouse/customers
output  s3://lake2 clean/v1
  name <- customers.name (DIRECT IDENTITY)
  country <- customers.country (DIRECT IDENTITY)
  amount <- orders.amount (DIRECT IDENTITY)
filtered, joined, grouped or sorted by customers.id (JOIN: JOIN ON customer = id)
filtered, joined, grouped or sorted by orders.amount (FILTER: WHERE amount > 3)
filtered, joined, grouped or sorted by orders.customer (JOIN: JOIN ON customer = id)
input   s3://lake2 clean/v1
output  file /headwater-warehouse/totals
  country <- v1.country (DIRECT IDENTITY)
  total <- v1.amount (DIRECT AGGREGATION: sum(amount))
filtered, joined, grouped or sorted by v1.country (GROUP_BY: GROUP BY country)
input   file /headwater-warehouse/totals
output  file FOLDER/out/totals
  country <- totals.country (DIRECT IDENTITY)
  total <- totals.total (DIRECT IDENTITY)
input   file FOLDER/out/totals
output  gs://b top
  total <- totals.total (DIRECT IDENTITY)
input   file /data/rates.csv
output  file /headwater-warehouse/highest
  rate <- rates.csv.rate (DIRECT AGGREGATION: max(rates.rate))
filtered, joined, grouped or sorted by rates.csv.rate (FILTER: WHERE rates.rate > 1)
input   file /headwater-warehouse/totals
output  postgres://db.example:5432 shop.public.totals
  country <- totals.country (DIRECT IDENTITY)
  total <- totals.total (DIRECT IDENTITY)
"""
REPORT = """
note: etl.py:19: this write to jdbc is not done; its lineage is in the events
note: etl.py:22: count() is answered from empty tables
note: etl.py:24: first() is answered from empty tables
missing: etl.py:7: spark.sql.catalog.prod is not applied, because it may reach a real system: give --conf spark.sql.catalog.prod=…
missing: etl.py:20: not run: USING jdbc would connect to a real system; later statements do not see it: CREATE TABLE ledger USING jdbc OPTIONS (url 'jdbc:postgresql://db.example/shop',
missing: etl.py:21: foreachPartition() is not run, and its lineage is not known
missing: etl.py:24: the program has failed with TypeError: 'NoneType' object is not subscriptable
"""  # noqa: E501  (a line of the report each)


@pytest.mark.spark
def test_a_program_is_planned_without_its_data(
    tmp_path: Path, spark_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("tables.sql", TABLES), ("sums.py", MODULE), ("etl.py", PROGRAM)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = plan(tmp_path, spark_home, "etl.py", "--setup", "tables.sql", "-o", "head.jsonl", "--", "v1")
    lines = without_titles(done.stdout)
    assert lines.pop(lines.index("rows: 0")) == "rows: 0"
    assert lines == LINES.replace("FOLDER", str(tmp_path)).strip().splitlines()
    assert report(done) == REPORT.strip().splitlines()
    assert done.returncode == 1
    files = {each.name for each in tmp_path.iterdir() if each.name != "__pycache__"}
    assert files == {"conf", "tables.sql", "sums.py", "etl.py", "head.jsonl"}
    assert "pw-7" not in (tmp_path / "head.jsonl").read_text(encoding="utf-8")
    assert_commands_read(tmp_path / "head.jsonl", capsys)


def assert_commands_read(head: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["impact", "orders.amount", str(head), "--direct", "--csv"]) == 0
    reached = capsys.readouterr().out
    assert "shop.public.totals.total" in reached
    assert "highest" not in reached
    policy = {
        "rules": [{"rule": "no-flow", "from": {"columns": ["*orders.amount"]}, "to": {"tables": "*public.totals"}}]
    }
    (head.with_name("policy.json")).write_text(json.dumps(policy), encoding="utf-8")
    assert main(["check", str(head.with_name("policy.json")), str(head)]) == 1
    assert "totals.total" in capsys.readouterr().out
    assert main(["diff", str(head), str(head), "--fail-on", "any"]) == 0


NOTEBOOK = [
    "%pip install acme\n%time from pyspark.sql import functions as F\nfor each in range(2):\n    !ls {each}",
    "%%bash\ntouch made",
    "%run ./other",
    "%%sql\nCREATE TABLE src (id INT, name STRING);\nCREATE TABLE dst AS SELECT upper(name) AS name FROM src",
    "spark.table('dst').write.parquet('s3://lake/dst')",
    "spark.sql('SELECT * FROM dst').show()\ndisplay(spark.table('dst'))",
    "spark.readStream.table('dst')",
    "spark.table('dst').write.parquet('s3://lake/never')",
]


@pytest.mark.spark
def test_cells_of_a_notebook_are_planned_until_a_stream(tmp_path: Path, spark_home: Path) -> None:
    cells = [{"cell_type": "code", "source": source} for source in NOTEBOOK]
    (tmp_path / "book.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    done = plan(tmp_path, spark_home, "book.ipynb")
    assert [line for line in done.stdout.splitlines() if line.startswith("output")] == [
        "output  file /headwater-warehouse/src",
        "output  file /headwater-warehouse/dst",
        "output  s3://lake dst",
    ]
    assert report(done) == [
        "note: book.ipynb cell 1: %pip is not run",
        "note: book.ipynb cell 1: !ls is not run",
        "note: book.ipynb cell 2: %%bash is not run",
        "missing: book.ipynb cell 3: %run is not run",
        "missing: book.ipynb cell 7:1: readStream cannot be planned",
        "missing: the program has ended there; what follows is not planned",
    ]
    assert done.returncode == 1


ESCAPES = """
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
frame = spark.range(3)
real = {"fs.file.impl": "org.apache.hadoop.fs.LocalFileSystem", "fs.file.impl.disable.cache": "true"}
options = ", ".join(f"'{key}' '{value}'" for key, value in real.items())
frame.write.options(**real).parquet("FOLDER/real/options")
frame.write.option("fs.file.impl", real["fs.file.impl"]).option(key="fs.file.impl.disable.cache", value="true").format(
    "json").save("FOLDER/real/option")
frame.write.save("FOLDER/real/save", **real)
frame.write.saveAsTable("saved", path="FOLDER/real/saved", **real)
frame.writeTo("written").using("parquet").options(**real).option("path", "FOLDER/real/written").create()
spark.sql(f"INSERT OVERWRITE DIRECTORY 'FOLDER/real/directory' USING parquet OPTIONS ({options}) SELECT 1 AS a")
spark.sql(f"CREATE TABLE c USING parquet OPTIONS ({options}) LOCATION 'FOLDER/real/table' AS SELECT 1 AS a")
spark.sql("INSERT OVERWRITE LOCAL DIRECTORY 'FOLDER/real/local' USING parquet SELECT 1 AS a")
for key, value in real.items():
    spark.conf.set(key, value)
    spark.sql(f"SET {key}={value}")
    spark.sql(f"SET `{key}`={value}")
frame.write.parquet("FOLDER/real/after")
for view in ("USING `jdbc`", "USING/**/jdbc", "USING --\\n org.apache.spark.sql.jdbc"):
    spark.sql(f"CREATE TEMPORARY VIEW v {view} OPTIONS (url 'jdbc:postgresql://127.0.0.1:1/x', dbtable 'y')")
hadoop = spark.sparkContext._jsc.hadoopConfiguration()
fresh = spark._jvm.org.apache.hadoop.conf.Configuration()
fresh.addResource(spark._jvm.org.apache.hadoop.fs.Path("file:FOLDER/site.xml"))
for conf in (hadoop, spark.sparkContext._jsc.sc().hadoopConfiguration(), fresh):
    for key, value in real.items():
        conf.set(key, value)
hadoop.set("fs.s3a.access.key", "kept")
assert hadoop.get("fs.s3a.access.key") == "kept"
frame.write.mode("overwrite").parquet("FOLDER/real/hadoop")
path = spark._jvm.org.apache.hadoop.fs.Path("FOLDER/real/fresh")
files = spark._jvm.org.apache.hadoop.fs.FileSystem
files.newInstance(spark._jvm.java.net.URI("file:///"), fresh).mkdirs(path)
for address in ADDRESSES:
    frame.write.parquet(address + "/written")
    assert [each.name for each in spark.read.parquet(address + "/written").schema] == ["id"]
spark.read.schema("a INT").csv("http://127.0.0.1:1/rates.csv").write.parquet("FOLDER/real/http")
print("end")
"""
SITE = """<configuration><property><name>fs.file.impl</name>
<value>org.apache.hadoop.fs.LocalFileSystem</value></property></configuration>"""
ADDRESSES = [
    "hdfs://127.0.0.1:1",
    "hdfs://name-node:8020",
    "hdfs://",
    "webhdfs://127.0.0.2:1",
    "ftp://127.0.0.3:1",
    "sftp://user:word@127.0.0.4:1",
    "viewfs://cluster",
    "har:///archives",
    "s3a://bucket",
    "gs://bucket.of.gs",
    "abfss://container@account.dfs.core.windows.net",
    "abfss://container2@account.dfs.core.windows.net:443",
    "FOLDER/real/paths",
]


PROGRAMS = """
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
transformed = spark.sql("SELECT TRANSFORM(a) USING 'touch FOLDER/transformed' AS (x STRING) FROM VALUES (1) AS v(a)")
transformed.write.parquet("s3://lake/transformed")
assert transformed.collect() == []
assert spark.sparkContext.parallelize([1]).pipe("touch FOLDER/piped").collect() == []
spark.sql("CREATE TABLE t USING parquet AS SELECT TRANSFORM(1) USING 'touch FOLDER/created' AS (x STRING)")
print("end")
"""


@pytest.mark.spark
def test_no_program_is_started(tmp_path: Path, spark_home: Path) -> None:
    (tmp_path / "etl.py").write_text(PROGRAMS.replace("FOLDER", str(tmp_path)), encoding="utf-8")
    done = plan(tmp_path, spark_home, "etl.py")
    assert "end" in done.stdout.splitlines(), done.stderr
    assert [line for line in report(done) if line.startswith("missing")] == [
        "missing: etl.py:7: pipe() is not run, because it would start a program, and its lineage is not known"
    ]
    assert {each.name for each in tmp_path.iterdir()} <= {"conf", "etl.py", "__pycache__"}


@pytest.mark.spark
def test_nothing_outside_the_temporary_folder_is_written(tmp_path: Path, spark_home: Path) -> None:
    """Neither by an option or a setting of Hadoop, nor at an address with a port, where nobody listens."""
    program = ESCAPES.replace("ADDRESSES", str(ADDRESSES)).replace("FOLDER", str(tmp_path))
    (tmp_path / "etl.py").write_text(program, encoding="utf-8")
    (tmp_path / "site.xml").write_text(SITE, encoding="utf-8")
    done = plan(tmp_path, spark_home, "etl.py")
    assert done.stdout.splitlines()[0] == "end", report(done)[-3:]
    assert {each.name for each in tmp_path.iterdir()} <= {"conf", "site.xml", "etl.py", "__pycache__"}
    lines = report(done)
    assert sum(": fs.file.impl is not applied, because all" in line for line in lines) == 1
    assert sum("the option fs.file.impl" in line for line in lines) == 10
    assert sum("not run: fs.file.impl" in line for line in lines) == 6
    assert sum("would connect to a real system" in line for line in lines) == 3


def test_a_wrong_command_line_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "etl.py").touch()
    assert main(["plan", "missing.py"]) == 1
    assert "there is no file missing.py" in capsys.readouterr().err
    assert main(["plan", "etl.py", "--setup", "missing.sql"]) == 1
    assert "--setup: there is no file missing.sql" in capsys.readouterr().err
    assert main(["plan", "etl.py", "--conf", "nothing"]) == 1
    assert "--conf nothing: write it as KEY=VALUE" in capsys.readouterr().err
