"""Numbers that Delta gives to rows: they have no source, and keep their value in rows that a statement changes."""
# tables: orders customers
# since: 3.5
# rows: connector.delta

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

MERGE = """
MERGE INTO keyed AS k USING orders AS o ON k.name = o.status
WHEN MATCHED THEN UPDATE SET name = concat(o.status, '!')
WHEN NOT MATCHED THEN INSERT (name) VALUES (o.status)
"""


def run(spark: SparkSession, _: Paths) -> None:
    delta = spark._jvm.io.delta.tables.DeltaTable  # noqa: SLF001 - Delta's own Python package is not there
    number = delta.columnBuilder("number").dataType("BIGINT").generatedAlwaysAsIdentity(1, 1)
    table = delta.create(spark._jsparkSession).tableName("keyed")  # noqa: SLF001
    table.addColumn("name", "STRING").addColumn(number.build()).execute()
    spark.sql("INSERT INTO keyed (name) SELECT name FROM customers")
    cities = spark.table("customers").selectExpr("city AS name").limit(1)
    cities.write.format("delta").mode("append").saveAsTable("keyed")
    spark.sql(MERGE.replace("orders AS", "(SELECT DISTINCT status FROM orders) AS"))
    spark.sql("CREATE TABLE copied USING delta AS SELECT number, name FROM keyed")
