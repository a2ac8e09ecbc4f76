"""Snapshots of the Iceberg table of the cases that read old ones."""

from pyspark.sql import SparkSession

NEWEST = "SELECT snapshot_id FROM ice.db.t.snapshots ORDER BY committed_at DESC LIMIT 1"


def newest(spark: SparkSession) -> str:
    """The id of the latest snapshot of ice.db.t."""
    return str(spark.sql(NEWEST).collect()[0][0])
