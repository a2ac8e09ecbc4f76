"""`headwater plan` with a catalog of `--conf` that is a real database: nothing in it is changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from planned import plan, report

JARS = Path(__file__).resolve().parents[3] / "build" / "jars"
CATALOG = "spark.sql.catalog.shop"
PROGRAM = """
from pyspark.sql import SparkSession, functions as F
spark = SparkSession.builder.getOrCreate()
frame = spark.createDataFrame([(8, 9)], "id INT, v INT")
spark.sql("INSERT INTO shop.t VALUES (:id, 7)", args={"id": 3})
spark.sql("INSERT INTO shop.t VALUES (?, 7)", args=[4])
spark.sql("INSERT INTO shop.t SELECT id, v FROM {given}", given=frame)
spark.sql("DELETE FROM shop.t WHERE id = :id", args={"id": 1})
spark.sql("TRUNCATE TABLE shop.t")
spark.sql("CREATE NAMESPACE shop.other")
spark.sql("DROP /* all */ NAMESPACE `shop`.other CASCADE")
frame.writeTo("shop.t").append()
frame.writeTo("shop.t").overwrite(F.lit(True))
frame.writeTo("shop.made").create()
if hasattr(frame, "mergeInto"): frame.mergeInto("shop.t", F.lit(True)).whenNotMatched().insertAll().merge()
frame.write.insertInto("shop.t")
frame.write.mode("append").saveAsTable("shop.t")
frame.write.saveAsTable("shop.saved")
spark.sql("USE shop")
frame.writeTo("t").append()
spark.sql("INSERT INTO t VALUES (:id, 7)", args={"id": 3})
spark.sql("USE spark_catalog.default")
frame.writeTo("plain").using("parquet").create()
spark.sql("CREATE TABLE chosen AS SELECT * FROM plain WHERE id > :id", args={"id": 3})
assert spark.sql("SELECT id + ? AS x FROM shop.t", args=[4]).columns == ["x"]
spark.sql("CREATE TEMPORARY VIEW seen AS SELECT * FROM shop.t")
assert spark.sql("SELECT * FROM {given}", given=frame).sparkSession is spark
spark.sql("FROM plain INSERT INTO shop.t SELECT id, v INSERT INTO shop.t SELECT v, id")
spark.catalog.createTable("shop.listed", schema=frame.schema)
"""
OUTPUTS = {"/headwater-warehouse/plain", "/headwater-warehouse/chosen", "t", "made", "saved"}


@pytest.mark.spark
def test_a_database_that_is_a_catalog_is_not_changed(tmp_path: Path, spark_home: Path) -> None:
    file = tmp_path / "real.db"
    with sqlite3.connect(file) as database:
        database.executescript("CREATE TABLE t (id INTEGER, v INTEGER); INSERT INTO t VALUES (1, 1)")
        before = list(database.iterdump())
    (tmp_path / "etl.py").write_text(PROGRAM, encoding="utf-8")
    settings = {
        CATALOG: "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog",
        f"{CATALOG}.url": f"jdbc:sqlite:{file}",
        f"{CATALOG}.driver": "org.sqlite.JDBC",
    }
    options = [text for key, value in settings.items() for text in ("--conf", f"{key}={value}")]
    done = plan(tmp_path, spark_home, "etl.py", "--jars", str(next(JARS.glob("sqlite-jdbc*.jar"))), *options)
    with sqlite3.connect(file) as database:
        assert list(database.iterdump()) == before
    missing = [line for line in report(done) if line.startswith("missing")]
    merges = (spark_home / "sql" / "merge.py").is_file()  # Spark 4
    refused = [number for number in (*range(5, 19), 20, 21, 28, 29) if number != 15 or merges]
    assert [int(line.split(":")[2]) for line in missing[:-1]] == refused, "\n".join(missing)
    assert missing[-1] == "missing: the program has ended there; what follows is not planned"
    assert {line.split()[2] for line in done.stdout.splitlines() if line.startswith("output")} == OUTPUTS
    assert "filtered, joined, grouped or sorted by plain.id (FILTER: WHERE id > 3)" in done.stdout


@pytest.mark.spark
def test_a_setting_that_is_no_catalog_does_not_allow_other_formats(tmp_path: Path, spark_home: Path) -> None:
    (tmp_path / "etl.py").write_text(
        "from pyspark.sql import SparkSession\n"
        "SparkSession.builder.getOrCreate().range(3).writeTo('t').using('jdbc').create()\n",
        encoding="utf-8",
    )
    done = plan(tmp_path, spark_home, "etl.py", "--conf", "spark.sql.ansi.enabled=false")
    assert "etl.py:2: a table of jdbc needs its catalog" in report(done)[0]
