"""The RDDs of frames, as old programs and MLlib use them: the table, files or topic that the frame is read from."""
# since: 3.4
# PySpark 3.3 cannot serialize the functions of Python 3.11.
# tables: orders customers

import sqlite3

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql("CREATE TABLE ice.db.t USING iceberg AS SELECT id, amount, customer_id FROM orders")
    table = spark.table("ice.db.t").select("id", "amount")
    table.rdd.count()
    mapped(spark, table, f"{paths.out}/of_iceberg")
    mapped(spark, spark.table("ice.db.t.files").select("record_count"), f"{paths.out}/of_files")
    spark.sql("CREATE TABLE d USING delta AS SELECT id, amount FROM orders")
    mapped(spark, spark.table("d"), f"{paths.out}/of_delta")
    of_jdbc(spark, paths)
    spark.conf.set("spark.sql.sources.useV1SourceList", "")
    mapped(
        spark, spark.read.parquet(paths.table("orders")).select("id"), f"{paths.out}/of_v2_files"
    )
    spark.conf.unset("spark.sql.sources.useV1SourceList")


def of_jdbc(spark: SparkSession, paths: Paths) -> None:
    """A table, and a query over two tables."""
    with sqlite3.connect(paths.own / "shop.db") as shop:
        shop.execute("CREATE TABLE stock (id INT, n INT, place INT)")
        shop.execute("CREATE TABLE places (place INT, name TEXT)")
    shop_db = {"url": f"jdbc:sqlite:{paths.own}/shop.db", "driver": "org.sqlite.JDBC"}
    reader = spark.read.format("jdbc").options(**shop_db)
    stock = reader.option("dbtable", "stock").load()
    stock.rdd.count()
    mapped(spark, stock.select("id", "n"), f"{paths.out}/of_jdbc")
    query = "SELECT s.n, p.name FROM stock s JOIN places p ON s.place = p.place"
    frame = reader.option("dbtable", f"({query}) AS q").load()
    mapped(spark, frame, f"{paths.out}/of_jdbc_query")
    missing = ["copy"] if spark.version < "4.1" else []  # 4.1 takes SQLite's answer for an error
    for table in ["stock", *missing]:
        writer = spark.table("d").select("id").write.format("jdbc").mode("ignore")
        writer.options(**shop_db, dbtable=table).save()


def mapped(spark: SparkSession, frame: DataFrame, folder: str) -> None:
    """Writes what a function makes of the rows."""
    rows = frame.rdd.map(lambda row: (str(row[0]),))
    spark.createDataFrame(rows, "first STRING").write.parquet(folder)


# rows: rdd.frames
