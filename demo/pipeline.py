"""A PySpark application of four stages over TPC-H data. It knows nothing of lineage.

raw parquet -> cleaned tables -> the 22 TPC-H queries, each a table -> a report for each nation.

Usage: pipeline.py DATA QUERIES, two folders: a folder of parquet for each of the eight tables; q1.sql .. q22.sql.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = ("region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem")
NAME = re.compile(r"[a-z_]\w*")
STARTED = time.monotonic()


def log_progress(stage: str, text: str) -> None:
    """Print one line of progress with the seconds since the start."""
    print(f"[{time.monotonic() - STARTED:6.1f} s] {stage:<7} {text}", flush=True)


def raw(spark: SparkSession, data: Path) -> dict[str, DataFrame]:
    """Read the eight source tables."""
    return {name: spark.read.parquet(str(data / name)) for name in TABLES}


def clean(spark: SparkSession, tables: dict[str, DataFrame]) -> None:
    """Create the tables of the database `clean` with trimmed texts, exact types and no orphans, each in another way."""
    spark.sql("CREATE DATABASE clean")
    for name in ("region", "nation", "supplier", "part"):
        log_progress("clean", name)
        trimmed(tables[name]).write.mode("overwrite").saveAsTable(f"clean.{name}")
    clean_customer(spark, tables["customer"])
    clean_partsupp(spark, tables["partsupp"])
    clean_orders(spark, tables["orders"])
    clean_lineitem(spark, tables["lineitem"])


def clean_customer(spark: SparkSession, table: DataFrame) -> None:
    """Keep the customers with a known nation: a CREATE TABLE AS SELECT."""
    log_progress("clean", "customer")
    trimmed(table).createOrReplaceTempView("delivered_customer")
    spark.sql("""
        CREATE TABLE clean.customer USING parquet AS
        SELECT c.* FROM delivered_customer c LEFT SEMI JOIN clean.nation n ON c.c_nationkey = n.n_nationkey
    """)


def clean_partsupp(spark: SparkSession, table: DataFrame) -> None:
    """Remove duplicates: an INSERT OVERWRITE."""
    log_progress("clean", "partsupp")
    table.dropDuplicates(["ps_partkey", "ps_suppkey"]).createOrReplaceTempView("delivered_partsupp")
    spark.sql("""
        CREATE TABLE clean.partsupp (ps_partkey BIGINT, ps_suppkey BIGINT, ps_availqty INT,
                                     ps_supplycost DECIMAL(15, 2), ps_comment STRING) USING parquet
    """)
    spark.sql("""
        INSERT OVERWRITE clean.partsupp
        SELECT ps.ps_partkey, ps.ps_suppkey, CAST(ps.ps_availqty AS INT), ps.ps_supplycost, trim(ps.ps_comment)
        FROM delivered_partsupp ps JOIN clean.part p ON ps.ps_partkey = p.p_partkey
    """)


def clean_orders(spark: SparkSession, table: DataFrame) -> None:
    """Keep the orders of known customers: a DataFrame write."""
    log_progress("clean", "orders")
    orders = trimmed(table).where(f.col("o_totalprice") > 0)
    orders.join(spark.table("clean.customer"), orders.o_custkey == f.col("c_custkey")).select(
        *orders.columns
    ).write.saveAsTable("clean.orders")


def clean_lineitem(spark: SparkSession, table: DataFrame) -> None:
    """Keep the lines of known orders: a temporary view and a CREATE TABLE AS SELECT."""
    log_progress("clean", "lineitem")
    lines = trimmed(table).withColumn("l_linenumber", f.col("l_linenumber").cast("int"))
    lines.where("l_quantity > 0").createOrReplaceTempView("delivered_lines")
    spark.sql("""
        CREATE TABLE clean.lineitem USING parquet AS
        SELECT l.* FROM delivered_lines l WHERE EXISTS (SELECT 1 FROM clean.orders o WHERE o.o_orderkey = l.l_orderkey)
    """)


def trimmed(table: DataFrame) -> DataFrame:
    """The table with whitespace removed from its text columns."""
    texts = {name for name, kind in table.dtypes if kind == "string"}
    return table.select(
        *(f.trim(f.col(c)).alias(c) if c in texts else f.col(c) for c in table.columns)
    )


def queries(spark: SparkSession, folder: Path) -> None:
    """Create one table of the database `marts` for each TPC-H query."""
    spark.sql("CREATE DATABASE marts")
    spark.sql("USE clean")
    for number in range(1, 23):
        began = time.monotonic()
        text = named(spark, (folder / f"q{number}.sql").read_text())
        spark.sql(f"CREATE TABLE marts.tpch_q{number:02d} USING parquet AS\n{text}")
        log_progress("queries", f"tpch_q{number:02d} ({time.monotonic() - began:.1f} s)")


def named(spark: SparkSession, text: str) -> str:
    """The query with a name for every column, because `sum(l_quantity)` is not a valid column name of a table."""
    columns = spark.sql(text).columns
    if all(NAME.fullmatch(c) for c in columns):
        return text
    names = [c if NAME.fullmatch(c) else re.sub(r"\W+", "_", c).strip("_") for c in columns]
    return f"SELECT * FROM (\n{text}\n) AS named ({', '.join(names)})"


def report(spark: SparkSession) -> None:
    """Create a report per nation, joined from four results, with a window and a Python UDF."""
    log_progress("report", "marts.nation_report")
    grade: Callable[..., object] = f.udf(
        lambda share: "A" if (share or 0) > 0.05 else "B", "string"
    )
    spark.udf.register("grade", grade)
    spark.sql("""
        CREATE TABLE marts.nation_report USING parquet AS
        WITH profit AS (SELECT nation, sum(sum_profit) AS profit FROM marts.tpch_q09 GROUP BY nation),
             returns AS (SELECT n_name, count(DISTINCT c_custkey) AS customers, sum(revenue) AS returned
                         FROM marts.tpch_q10 GROUP BY n_name),
             share AS (SELECT nation, profit, profit / sum(profit) OVER () AS share,
                              rank() OVER (ORDER BY profit DESC) AS place FROM profit)
        SELECT s.place, s.nation, s.profit, grade(s.share) AS grade, coalesce(r.customers, 0) AS customers,
               r.returned, q5.revenue AS local_revenue,
               (SELECT max(total_revenue) FROM marts.tpch_q15) AS best_supplier_revenue
        FROM share s LEFT JOIN returns r ON s.nation = r.n_name
                     LEFT JOIN marts.tpch_q05 q5 ON s.nation = q5.n_name
    """)
    rows = spark.table("marts.nation_report").orderBy("place").limit(3).collect()
    for row in rows:
        log_progress(
            "report", f"{row.place}. {row.nation}: profit {row.profit:,.0f}, grade {row.grade}"
        )


def main(data: Path, folder: Path) -> None:
    """Run the stages in order."""
    spark = SparkSession.builder.appName("tpch_pipeline").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    log_progress("raw", f"{len(TABLES)} tables in {data}")
    clean(spark, raw(spark, data))
    queries(spark, folder)
    report(spark)
    spark.stop()
    log_progress("done", "")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
