"""A small warehouse in one application: 60 and more statements over parquet, Delta, Iceberg, files, a database and streams."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.case import Case
from tests.e2e.driver import run_sql
from tests.e2e.workspace import Paths

HERE = Path(__file__).resolve().parent


def run(spark: SparkSession, paths: Paths) -> None:
    """The warehouse's layers in order; the work of a day comes twice."""
    statements(spark, "raw")
    files(spark, paths)
    statements(spark, "core")
    statements(spark, "daily")
    database(spark, paths)
    statements(spark, "marts")
    statements(spark, "daily")
    streams(spark, paths)
    frames(spark, paths)
    statements(spark, "changes")


def statements(spark: SparkSession, layer: str) -> None:
    run_sql(spark, Case(layer, HERE / f"{layer}.sql").statements(spark.version))


def files(spark: SparkSession, paths: Paths) -> None:
    """Named files, a folder, a glob, and a table of each; two files of one folder have their own columns."""
    landing = paths.own / "landing"
    landing.mkdir()
    (landing / "customers.csv").write_text("customer_id,city\n1,London\n2,Erlangen\n")
    (landing / "orders.csv").write_text("order_id,customer,amount\n1,1,10.5\n2,2,20.5\n")
    (landing / "events.json").write_text('{"id": 1, "place": {"city": "London"}}\n')
    csv = spark.read.option("header", "true").csv
    customers, orders = csv(str(landing / "customers.csv")), csv(str(landing / "orders.csv"))
    joined = orders.join(customers, orders.customer == customers.customer_id)
    joined.select("order_id", "city", "amount").write.saveAsTable("raw.landed")
    events = spark.read.json(str(landing / "events.json"))
    events.selectExpr("id", "place.city AS city").write.parquet(f"{paths.out}/events")
    csv(str(landing / "*.csv")).write.mode("overwrite").json(f"{paths.out}/both")
    spark.read.parquet(paths.table("orders")).write.mode("append").orc(f"{paths.out}/orders")
    spark.read.format("orc").load(f"{paths.out}/orders").write.saveAsTable("raw.archive")


def database(spark: SparkSession, paths: Paths) -> None:
    """A table of SQLite written, read whole, and read through a query."""
    url = f"jdbc:sqlite:{paths.own}/shop.db"
    with sqlite3.connect(paths.own / "shop.db") as shop:
        shop.execute("CREATE TABLE stock (sku TEXT, pieces INT, price REAL)")
        shop.execute("INSERT INTO stock VALUES ('a', 3, 1.5), ('b', 4, 2.5)")
    sqlite = {"url": url, "driver": "org.sqlite.JDBC"}
    stock = spark.read.format("jdbc").options(**sqlite, dbtable="stock").load()
    stock.selectExpr("CAST(sku AS STRING) AS sku", "pieces").write.saveAsTable("raw.stock")
    query = "SELECT sku, pieces * price AS worth FROM stock"
    worth = spark.read.format("jdbc").options(**sqlite, query=query).load()
    worth.write.saveAsTable("marts.worth")
    customers = (
        spark.table("raw.customers").write.format("jdbc").options(**sqlite, dbtable="customers")
    )
    customers.mode("append").save()
    copied = spark.read.format("jdbc").options(**sqlite, dbtable="customers").load()
    copied.selectExpr("id", "lower(name) AS name").write.saveAsTable("raw.copied")


def streams(spark: SparkSession, paths: Paths) -> None:
    """Streams until no data is left: files to Delta, Delta to Iceberg, and a batch function with a MERGE."""
    source = spark.read.parquet(paths.table("orders")).schema
    orders = spark.readStream.schema(source).parquet(paths.table("orders"))
    spark.sql("CREATE TABLE core.live (id INT, status STRING) USING delta")
    spark.sql("CREATE TABLE ice.core.live (id INT, status STRING) USING iceberg")
    live = orders.selectExpr("id", "upper(status) AS status")
    finish(live, paths, "live").format("delta").toTable("core.live").awaitTermination()
    onward = finish(spark.readStream.table("core.live"), paths, "onward")
    onward.format("iceberg").toTable("ice.core.live").awaitTermination()
    again = finish(live.where("id > 1"), paths, "merged")
    again.foreachBatch(merge).start().awaitTermination()


def finish(frame: DataFrame, paths: Paths, name: str) -> Any:  # noqa: ANN401 - PySpark is untyped here
    writer = frame.writeStream.trigger(availableNow=True)
    return writer.option("checkpointLocation", f"{paths.own}/checkpoints/{name}")


def merge(frame: DataFrame, _: int) -> None:
    frame.createOrReplaceTempView("news")
    frame.sparkSession.sql(
        "MERGE INTO core.live t USING news ON t.id = news.id WHEN MATCHED THEN UPDATE SET t.status = news.status"
    )


def frames(spark: SparkSession, paths: Paths) -> None:
    """Frames and RDDs: a Python function, a cached frame that two jobs read, rows of an RDD, a statement run by its name."""
    grade: Callable[[float], str] = lambda amount: "A" if amount > 15 else "B"  # noqa: E731
    spark.udf.register("grade", grade, "string")
    spark.sql("CREATE TABLE marts.grades AS SELECT id, grade(amount) AS grade FROM raw.orders")
    cached = spark.table("raw.orders").where("amount > 5").cache()
    cached.write.saveAsTable("marts.cached")
    cached.groupBy("day").count().write.mode("overwrite").parquet(f"{paths.out}/days")
    rows = spark.table("raw.customers").rdd.map(lambda row: (row.id, row.name))
    rows.toDF(["id", "name"]).write.saveAsTable("marts.of_rdd")
    spark.sparkContext.textFile(str(paths.own / "landing" / "orders.csv")).map(
        str.upper
    ).saveAsTextFile(f"{paths.out}/upper")
    spark.sql("INSERT INTO marts.grades SELECT id, 'C' FROM raw.customers").collect()
