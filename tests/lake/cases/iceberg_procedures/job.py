"""Procedures without a query: one that gives a table the files of another dataset, and some that choose its snapshot."""
# rows: connector.iceberg-maintenance
# spark3: Spark 4 runs a procedure while it analyses CALL, so the call has no run

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    files = f"`parquet`.`{paths.table('orders')}`"
    spark.sql(f"CREATE TABLE ice.db.t USING iceberg AS SELECT * FROM {files} LIMIT 0")
    spark.sql(f"CALL ice.system.add_files(table => 'db.t', source_table => '{files}')")
    first = spark.sql("SELECT snapshot_id FROM ice.db.t.snapshots").first()
    spark.sql("INSERT INTO ice.db.t SELECT * FROM ice.db.t")
    spark.sql(f"CALL ice.system.rollback_to_snapshot('db.t', {first.snapshot_id})")
    spark.sql("ALTER TABLE ice.db.t CREATE BRANCH audit")
    spark.sql("INSERT INTO ice.db.t.branch_audit SELECT * FROM ice.db.t")
    spark.sql("CALL ice.system.fast_forward('db.t', 'main', 'audit')")
