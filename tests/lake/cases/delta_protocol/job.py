"""Methods of `DeltaTable` that run a command for a change of properties, without `ALTER TABLE`."""
# rows: connector.delta
# tables: orders
# since: 3.5

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    delta = spark._jvm.io.delta.tables.DeltaTable  # noqa: SLF001 - Delta's own Python package is not there
    orders = spark.table("orders").select("id", "amount")
    orders.write.format("delta").saveAsTable("d")
    delta.forName(spark._jsparkSession, "d").upgradeTableProtocol(3, 7)  # noqa: SLF001
    orders.write.format("delta").save(paths.out)
    by_path = delta.forPath(spark._jsparkSession, paths.out)  # noqa: SLF001
    by_path.addFeatureSupport("deletionVectors")
