"""Build a small warehouse with TPC-H's tables, as an example of lineage.

Run it with ``headwater submit python-sdk/examples/tpch.py``, then run ``headwater view --open``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812  (the name that every PySpark program uses)

RAW = {
    "region": "r_regionkey int, r_name string",
    "nation": "n_nationkey int, n_name string, n_regionkey int",
    "customer": (
        "c_custkey int, c_name string, c_nationkey int, c_phone string, c_acctbal decimal(15,2), c_mktsegment string"
    ),
    "supplier": (
        "s_suppkey int, s_name string, s_address string, s_nationkey int, s_acctbal decimal(15,2), s_comment string"
    ),
    "part": (
        "p_partkey int, p_name string, p_mfgr string, p_brand string, p_type string, p_size int, "
        "p_container string, p_retailprice decimal(15,2)"
    ),
    "partsupp": "ps_partkey int, ps_suppkey int, ps_availqty int, ps_supplycost decimal(15,2)",
    "orders": (
        "o_orderkey int, o_custkey int, o_orderstatus string, o_totalprice decimal(15,2), o_orderdate date, "
        "o_orderpriority string, o_comment string"
    ),
    "lineitem": (
        "l_orderkey int, l_partkey int, l_suppkey int, l_linenumber int, l_quantity decimal(15,2), "
        "l_extendedprice decimal(15,2), l_discount decimal(15,2), l_tax decimal(15,2), l_returnflag string, "
        "l_linestatus string, l_shipdate date, l_commitdate date, l_receiptdate date, l_shipmode string"
    ),
}


def write_raw(spark: SparkSession, folder: Path) -> None:
    """Write a few rows of each of TPC-H's tables as Parquet files."""
    for name, columns in RAW.items():
        rows = spark.range(20)
        for column in columns.split(", "):
            field, kind = column.split(" ", 1)
            value = F.expr("date_add(DATE'1995-01-01', cast(id * 40 AS int))") if kind == "date" else F.col("id")
            rows = rows.withColumn(field, value.cast(kind))
        rows.drop("id").coalesce(1).write.parquet(f"{folder}/{name}")


def run(spark: SparkSession, statement: str) -> None:
    """Run one statement; one of them fails on purpose."""
    try:
        spark.sql(statement)
    except PySparkException as error:
        if "raise_error" not in statement:
            raise
        print(f"failed, as it should: {str(error).splitlines()[0]}")  # noqa: T201  (a program)


def main() -> int:
    """Run every statement of ``tpch.sql``."""
    folder = Path(tempfile.mkdtemp(prefix="headwater-tpch-"))
    warehouse = f"{folder}/warehouse"
    spark = (
        SparkSession.builder.appName("tpch")
        .config("spark.sql.warehouse.dir", warehouse)
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    write_raw(spark, folder / "raw")
    for database in ("stg", "core", "rpt"):
        spark.sql(f"CREATE DATABASE {database}")
    script = (Path(__file__).parent / "tpch.sql").read_text(encoding="utf-8")
    for statement in script.strip().removesuffix(";").split(";\n"):
        run(spark, statement.replace("{raw}", f"{folder}/raw"))
    spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
