"""Create, append to, merge into, change and read a Delta table by path; write files next to it."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql("CREATE TABLE d USING delta AS SELECT id, amount FROM orders WHERE id < 3")
    spark.sql("INSERT INTO d SELECT id, amount FROM orders WHERE id = 3")
    spark.sql(
        "MERGE INTO d USING orders s ON d.id = s.id "
        "WHEN MATCHED THEN UPDATE SET amount = d.amount + s.amount "
        "WHEN NOT MATCHED THEN INSERT (id, amount) VALUES (s.id, s.amount)"
    )
    spark.sql("UPDATE d SET amount = amount * 2 WHERE id = 1")
    spark.sql("DELETE FROM d WHERE id = 2")
    table = spark.read.format("delta").load(f"{paths.own}/warehouse/d")
    table.groupBy("id").sum("amount").toDF("id", "total").write.parquet(f"{paths.out}/grouped")
    table.write.format("delta").mode("append").save(f"{paths.out}/delta")
