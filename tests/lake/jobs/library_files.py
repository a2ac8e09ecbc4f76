"""Files that libraries read and write by relations of their own."""

from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths

COPYBOOK = """
       01 CUSTOMER.
          05 ID   PIC 9(3).
          05 NAME PIC X(5).
"""


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.table("orders").select("id", "status")
    of_xml(spark, orders, f"{paths.out}/xml")
    of_excel(spark, orders, f"{paths.out}/excel")
    of_cobol(spark, Path(f"{paths.out}/cobol"))


def of_xml(spark: SparkSession, orders: DataFrame, out: str) -> None:
    rows = {"rowTag": "order"}
    for mode in ("errorifexists", "overwrite", "ignore"):  # the last one writes nothing
        writer = orders.write.format("com.databricks.spark.xml").mode(mode)
        writer.options(**rows).save(f"{out}/orders")
    reader = spark.read.format("xml").options(**rows)
    reader.load(f"{out}/orders").select("id").write.parquet(f"{out}/read")
    reader.schema("id INT, _corrupt_record STRING").load(f"{out}/ord*").write.parquet(f"{out}/glob")
    spark.sql(f"CREATE TABLE shop USING xml OPTIONS (path '{out}/orders', rowTag 'order')")
    spark.sql("INSERT OVERWRITE TABLE shop SELECT id, status FROM orders")
    spark.sql("CREATE TABLE from_shop USING parquet AS SELECT status FROM shop")


def of_excel(spark: SparkSession, orders: DataFrame, out: str) -> None:
    spreadsheet = "com.crealytics.spark.excel"
    orders.write.format(spreadsheet).option("header", "true").save(f"{out}/orders.xlsx")
    for name, options in (("read", {}), ("streamed", {"maxRowsInMemory": "20"})):
        reader = spark.read.format(spreadsheet).option("header", "true").options(**options)
        reader.load(f"{out}/orders.xlsx").select("id").write.parquet(f"{out}/{name}")


def of_cobol(spark: SparkSession, out: Path) -> None:
    out.mkdir(parents=True)
    (out / "customers.dat").write_bytes(b"001Ann  002Bob  ")
    reader = spark.read.format("cobol").option("copybook_contents", COPYBOOK)
    reader = reader.option("encoding", "ascii").option("schema_retention_policy", "collapse_root")
    reader.load(f"{out}/customers.dat").selectExpr("NAME AS name").write.parquet(f"{out}/read")
