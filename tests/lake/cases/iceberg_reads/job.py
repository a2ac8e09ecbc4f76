"""Reads of Iceberg tables: snapshots, branches, by path, and metadata tables."""
# tables: orders
# spark3: writes of Iceberg for Spark 3 expose no commit report

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.lake.snapshots import newest


def run(spark: SparkSession, paths: Paths) -> dict[str, str]:
    spark.sql("CREATE TABLE ice.db.t USING iceberg AS SELECT id, amount FROM orders")
    first = newest(spark)
    spark.sql("ALTER TABLE ice.db.t CREATE BRANCH b1")
    spark.sql("INSERT INTO ice.db.t SELECT id + 10, amount FROM orders")
    second = newest(spark)
    spark.sql("CREATE TABLE now USING parquet AS SELECT id FROM ice.db.t WHERE amount > 1")
    spark.sql(f"CREATE TABLE before USING parquet AS SELECT id FROM ice.db.t VERSION AS OF {first}")
    spark.sql("CREATE TABLE branch USING parquet AS SELECT id FROM ice.db.t VERSION AS OF 'b1'")
    frame = spark.read.format("iceberg").load(f"{paths.own}/ice/db/t")
    frame.select("amount").write.saveAsTable("from_path", format="parquet")
    option = "snapshot-id" if spark.version < "4.1" else "versionAsOf"  # Iceberg removed its option
    old = spark.read.format("iceberg").option(option, first).load("ice.db.t")
    old.select("amount").write.saveAsTable("from_option", format="parquet")
    spark.sql(
        "CREATE TABLE log USING parquet AS SELECT snapshot_id, operation FROM ice.db.t.snapshots"
    )
    joined = f"SELECT a.id FROM ice.db.t a JOIN ice.db.t VERSION AS OF {first} b ON a.id = b.id"
    spark.sql(f"CREATE TABLE two_versions USING parquet AS {joined}")
    files = spark.read.format("iceberg").load(f"{paths.own}/ice/db/t#files")
    files.select("record_count").write.parquet(f"{paths.out}/files")
    return {
        "now": second,
        "before": first,
        "branch": first,
        "from_path": second,
        "from_option": first,
    }


# rows: connector.iceberg filter.iceberg


# rows: facet.input.iceberg-scan
