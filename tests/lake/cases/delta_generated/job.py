"""Columns that Delta computes from others if a write omits them."""
# tables: orders
# rows: connector.delta

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

SIZE = "CASE WHEN amount > 10 THEN name ELSE 'small' END"


def run(spark: SparkSession, _: Paths) -> None:
    delta = spark._jvm.io.delta.tables.DeltaTable  # noqa: SLF001 - Delta's own Python package is not there
    table = delta.create(spark._jsparkSession).tableName("g")  # noqa: SLF001
    for name, kind in [("id", "INT"), ("name", "STRING"), ("amount", "DOUBLE"), ("day", "DATE")]:
        table = table.addColumn(name, kind)
    for name, kind, made in [("year", "INT", "year(day)"), ("size", "STRING", SIZE)]:
        column = delta.columnBuilder(name).dataType(kind).generatedAlwaysAs(made)
        table = table.addColumn(column.build())
    table.execute()
    rows = spark.table("orders").selectExpr("amount", "status AS name", "day", "customer_id AS id")
    rows.write.format("delta").mode("append").saveAsTable("g")
    rows.selectExpr("*", "year(day) AS year").writeTo("g").append()
    rows.write.format("delta").mode("append").save(spark.conf.get("spark.sql.warehouse.dir") + "/g")
