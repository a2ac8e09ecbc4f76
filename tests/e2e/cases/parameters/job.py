"""Texts of SQL with parameters, whose values are literals or names, and a view of another session."""
# since: 3.5
# tables: orders customers

from pyspark.sql import SparkSession
from pyspark.sql.functions import col

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    named = spark.sql(
        "SELECT id, amount * :factor AS price, :label AS label FROM orders WHERE status = :status",
        args={"factor": 1.5, "label": "x", "status": "open"},
    )
    named.write.parquet(f"{paths.out}/named")
    spark.sql("SELECT id FROM orders WHERE amount > ? LIMIT 3", args=[5]).write.parquet(
        f"{paths.out}/by_place"
    )
    text = "SELECT {column}, name FROM orders o JOIN customers c ON o.customer_id = c.id AND o.id > {least}"
    joined = spark.sql(text, column=col("amount"), least=0)
    joined.write.parquet(f"{paths.out}/joined")
    spark.sql(
        "SELECT max(IDENTIFIER(:c)) AS m FROM IDENTIFIER(:t)", args={"c": "city", "t": "customers"}
    ).write.parquet(f"{paths.out}/identifier")
    spark.table("orders").where("amount > 15").createGlobalTempView("large")
    other = spark.newSession()
    other.sql("SELECT min(day) AS first FROM global_temp.large").write.parquet(
        f"{paths.out}/global"
    )


# rows: columns.project columns.literals
