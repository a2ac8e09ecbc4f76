"""Options that choose the snapshot of an Iceberg table which is read by its name."""
# rows: facet.dataset.version
# tables: orders
# since: 3.5
# without: 4.1 Iceberg has no option for a snapshot there
# spark3: writes of Iceberg for Spark 3 expose no commit report

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.lake.snapshots import newest


def run(spark: SparkSession, _paths: Paths) -> dict[str, str]:
    spark.sql("CREATE TABLE ice.db.t USING iceberg AS SELECT id, amount FROM orders")
    first = newest(spark)
    spark.sql("ALTER TABLE ice.db.t CREATE BRANCH b1")
    spark.sql("ALTER TABLE ice.db.t CREATE TAG t1")
    spark.sql("INSERT INTO ice.db.t SELECT id + 10, amount FROM orders")
    second = newest(spark)
    spark.sql("INSERT INTO ice.db.t SELECT id + 20, amount FROM orders")
    for name, value in {"snapshot-id": first, "branch": "b1", "tag": "t1"}.items():
        frame = spark.read.option(name, value).table("ice.db.t")
        frame.select("id").write.saveAsTable(f"by_{name.replace('-', '_')}", format="parquet")
    between = spark.read.option("start-snapshot-id", first).option("end-snapshot-id", second)
    between.table("ice.db.t").select("id").write.saveAsTable("between", format="parquet")
    return {"by_snapshot_id": first, "by_branch": first, "by_tag": first, "between": second}
