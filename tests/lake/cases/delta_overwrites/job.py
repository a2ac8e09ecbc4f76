"""Tables that a DataFrame overwrites by name: without `overwriteSchema` they keep their columns."""
# tables: orders
# rows: connector.delta

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, _: Paths) -> None:
    spark.sql("CREATE TABLE t (id INT, amount DOUBLE, note STRING) USING delta")
    orders = spark.table("orders")
    some = orders.selectExpr("id AS ID", "amount")

    def over(table: str, **options: str) -> None:
        some.write.format("delta").mode("overwrite").options(**options).saveAsTable(table)

    over("t")
    spark.sql("SELECT id, note FROM t").write.parquet(
        spark.conf.get("spark.sql.warehouse.dir") + "/p"
    )
    more = orders.selectExpr("customer_id AS c", "amount", "id").write.format("delta")
    more.mode("overwrite").option("mergeSchema", "true").saveAsTable("t")
    over("t", overwriteSchema="true")
    over("new")
    generated(spark)
    over("g")
    # these two replace the columns
    spark.sql("CREATE OR REPLACE TABLE t USING delta AS SELECT day, status FROM orders")
    orders.selectExpr("id AS key", "status").writeTo("t").using("delta").createOrReplace()


def generated(spark: SparkSession) -> None:
    delta = spark._jvm.io.delta.tables.DeltaTable  # noqa: SLF001 - Delta's own Python package is not there
    table = delta.create(spark._jsparkSession).tableName("g")  # noqa: SLF001
    table = table.addColumn("id", "INT").addColumn("amount", "DOUBLE")
    twice = delta.columnBuilder("twice").dataType("DOUBLE").generatedAlwaysAs("amount * 2")
    table.addColumn(twice.build()).execute()
