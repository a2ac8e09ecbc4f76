"""`headwater plan` with the formats of the lake, databases, Kafka and wildcards, on the real libraries."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.planning import WAREHOUSE
from headwater.planning.sources import matching_names
from planned import plan, report, without_titles

JARS = Path(__file__).resolve().parents[3] / "build" / "jars"
LAKE = {
    "3.5": ("delta-spark_2.12", "delta-storage-3.3", "iceberg-spark-runtime-3.5"),
    "4.0": ("delta-spark_4.0_2.13", "delta-storage-4.4", "iceberg-spark-runtime-4.0"),
}
KAFKA = ("spark-sql-kafka-0-10_{scala}", "spark-token-provider-kafka-0-10_{scala}", "kafka-clients", "commons-pool2")
EXTENSIONS = "io.delta.sql.DeltaSparkSessionExtension,org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"
SETTINGS = {
    "spark.sql.extensions": EXTENSIONS,
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "spark.sql.catalog.ice": "org.apache.iceberg.spark.SparkCatalog",
    "spark.sql.catalog.ice.type": "hadoop",
    "spark.sql.catalog.ice.warehouse": "s3://lake/ice",
}
TABLES = """
CREATE DATABASE public;
CREATE TABLE public.customers (id INT, name STRING, email STRING);
CREATE TABLE orders (id INT, amount DOUBLE, day DATE) USING parquet PARTITIONED BY (day) LOCATION 's3://lake/orders';
CREATE TABLE IF NOT EXISTS facts (id INT, v DOUBLE) USING delta LOCATION 's3://lake/facts';
CREATE TABLE ice.db.events (id INT, kind STRING) USING iceberg;
"""
PROGRAM = '''
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
QUERY = "SELECT id, name FROM public.customers WHERE id > 3"
MERGE = """MERGE INTO facts USING (SELECT id, amount FROM orders) o ON facts.id = o.id
WHEN MATCHED THEN UPDATE SET v = o.amount WHEN NOT MATCHED THEN INSERT (id, v) VALUES (o.id, o.amount)"""
SHOP = "jdbc:postgresql://db.example/shop"
orders = spark.read.parquet("s3://lake/orders/day=*/*.parquet")
customers = spark.read.jdbc(SHOP, "public.customers", properties={"password": "pw-7"})
recent = spark.read.format("jdbc").options(url=SHOP, query=QUERY).load().withColumnRenamed("name", "n2")
wide = orders.join(customers, "id").join(recent, "id")
wide.select("id", "amount", "email", "n2").write.parquet("s3://lake/wide")
kafka = spark.read.format("kafka").option("kafka.bootstrap.servers", "broker:9092")
events = kafka.option("subscribe", "clicks").load()
events.selectExpr("CAST(value AS STRING) AS text").write.format("delta").save("s3://lake/clicks")
spark.read.format("delta").load("s3://lake/clicks").write.format("delta").mode("append").saveAsTable("clicks_copy")
spark.sql(MERGE)
spark.table("facts").writeTo("ice.db.facts").using("iceberg").create()
spark.sql("INSERT INTO ice.db.events SELECT id, 'f' FROM ice.db.facts")
spark.read.format("iceberg").load("ice.db.events").write.mode("overwrite").csv("s3://lake/e")
spark.read.schema("x INT").csv("s3://other/{a,b}/in-?/").write.json("out")
spark.read.jdbc(SHOP, "public.missing")
'''
LINES = """
input   s3://lake orders
input   postgres://db.example:5432 shop.public.customers
output  s3://lake wide
  id <- orders.id (DIRECT IDENTITY)
  amount <- orders.amount (DIRECT IDENTITY)
  email <- customers.email (DIRECT IDENTITY)
  n2 <- customers.name (DIRECT IDENTITY)
filtered, joined, grouped or sorted by customers.id (JOIN: JOIN ON id = id, FILTER)
filtered, joined, grouped or sorted by orders.id (JOIN: JOIN ON id = id)
input   kafka://broker:9092 clicks
output  s3://lake clicks  [version, storage]
  text <- clicks.value (DIRECT TRANSFORMATION: CAST(value AS STRING))
input   s3://lake clicks  [version, storage]
output  file /headwater-warehouse/clicks_copy  [version, storage, catalog]
  text <- clicks.text (DIRECT IDENTITY)
input   s3://lake facts  [version, storage, catalog]
input   s3://lake orders
output  s3://lake facts  [storage, catalog]
  id <- facts.id (DIRECT IDENTITY)
        orders.id (DIRECT IDENTITY)
  v <- facts.v (DIRECT IDENTITY)
       orders.amount (DIRECT IDENTITY)
filtered, joined, grouped or sorted by facts.id (JOIN: JOIN ON facts.id = o.id)
filtered, joined, grouped or sorted by orders.id (JOIN: JOIN ON facts.id = o.id)
input   s3://lake facts  [version, storage, catalog]
output  s3://lake ice/db/facts  [version, storage, catalog]
  id <- facts.id (DIRECT IDENTITY)
  v <- facts.v (DIRECT IDENTITY)
input   s3://lake ice/db/facts  [version, storage, catalog]
output  s3://lake ice/db/events  [version, storage, catalog]
  id <- facts.id (DIRECT IDENTITY)
  kind <- nothing
input   s3://lake ice/db/events  [version, storage, catalog]
output  s3://lake e
  id <- events.id (DIRECT IDENTITY)
  kind <- events.kind (DIRECT IDENTITY)
input   s3://other a/in-?
input   s3://other b/in-?
output  file FOLDER/out
  x <- in-?.x (DIRECT IDENTITY)
       in-?.x (DIRECT IDENTITY)
"""
REPORT = """
note: etl.py:8: the files that s3://lake/orders/day=*/*.parquet matches are not known; in the events, wildcards may be in its name
note: etl.py:21: the files that s3://other/{a,b}/in-?/ matches are not known; in the events, wildcards may be in its name
missing: etl.py:22: nothing tells the schema of public.missing, which is read with JDBC: create a table of this name in --setup
missing: the program has ended there; what follows is not planned
"""  # noqa: E501  (a line of the report each)


def jars(line: str) -> str:
    scala = "2.12" if line == "3.5" else "2.13"
    names = (*LAKE[line], *(name.format(scala=scala) for name in KAFKA))
    found = [next(iter(sorted(JARS.glob(f"{name}*.jar"))), None) for name in names]
    if None in found:
        pytest.fail(f"jars are missing in {JARS}: run scripts/fetch-jar with the names of the Python suite")
    return ",".join(map(str, found))


@pytest.mark.spark
def test_tables_of_the_lake_databases_kafka_and_wildcards_are_planned(
    tmp_path: Path, spark_home: Path, spark_line: str
) -> None:
    (tmp_path / "tables.sql").write_text(TABLES, encoding="utf-8")
    (tmp_path / "etl.py").write_text(PROGRAM, encoding="utf-8")
    settings = [text for key, value in SETTINGS.items() for text in ("--conf", f"{key}={value}")]
    options = ["--setup", "tables.sql", "-o", "head.jsonl", "--jars", jars(spark_line)]
    done = plan(tmp_path, spark_home, "etl.py", *options, *settings)
    assert without_titles(done.stdout) == LINES.replace("FOLDER", str(tmp_path)).strip().splitlines()
    assert report(done) == REPORT.strip().splitlines()
    assert done.returncode == 1
    # Delta writes its log with Hadoop's FileContext, which does not know the temporary file systems.
    assert {each.name for each in tmp_path.iterdir()} == {"conf", "tables.sql", "etl.py", "head.jsonl"}
    assert not Path(WAREHOUSE).exists()
    assert "pw-7" not in (tmp_path / "head.jsonl").read_text(encoding="utf-8")


@pytest.mark.spark
def test_a_table_format_without_its_table_is_explained(tmp_path: Path, spark_home: Path) -> None:
    (tmp_path / "etl.py").write_text(
        "from pyspark.sql import SparkSession\n"
        "SparkSession.builder.getOrCreate().read.format('delta').load('s3://lake/nothing')\n",
        encoding="utf-8",
    )
    done = plan(tmp_path, spark_home, "etl.py")
    assert report(done)[0] == (
        "missing: etl.py:2: nothing tells the schema of s3://lake/nothing: add a table USING delta with this LOCATION "
        "to --setup"
    )


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("s3://b/x", ["s3://b/x"]),
        ("s3://b/{a,{c,d}}/[xy]*", ["s3://b/a/x*", "s3://b/c/x*", "s3://b/d/x*"]),
    ],
)
def test_names_that_a_pattern_matches(pattern: str, names: list[str]) -> None:
    assert sorted(set(matching_names(pattern))) == names
