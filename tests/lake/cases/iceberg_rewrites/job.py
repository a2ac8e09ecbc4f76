"""Procedures that rewrite files have no counts of an earlier commit, and the rows that a procedure returns are unknown."""
# rows: connector.iceberg-maintenance
# tables: orders
# since: 3.5
# spark3: writes of Iceberg for Spark 3 keep no report of their commit

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

REWRITE_ALL = "options => map('rewrite-all', 'true')"


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql(
        "CREATE TABLE ice.db.t USING iceberg TBLPROPERTIES ('write.update.mode' = 'merge-on-read') "
        "AS SELECT id, amount FROM orders"
    )
    rewritten = spark.sql(f"CALL ice.system.rewrite_data_files(table => 'db.t', {REWRITE_ALL})")
    rewritten.write.parquet(f"{paths.out}/rewritten")
    spark.sql("UPDATE ice.db.t SET amount = 0 WHERE id = 1")
    spark.sql(f"CALL ice.system.rewrite_position_delete_files(table => 'db.t', {REWRITE_ALL})")
