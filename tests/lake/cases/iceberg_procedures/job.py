"""A procedure that gives a table the files of another dataset: no query shows what the table gets, so its run has a gap."""
# rows: connector.iceberg-maintenance
# spark3: Spark 4 runs a procedure while it analyses CALL, so the call has no run

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    files = f"`parquet`.`{paths.table('orders')}`"
    spark.sql(f"CREATE TABLE ice.db.t USING iceberg AS SELECT * FROM {files} LIMIT 0")
    spark.sql(f"CALL ice.system.add_files(table => 'db.t', source_table => '{files}')")
