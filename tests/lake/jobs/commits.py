"""Many commits to a few tables, one after the other."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

COMMITS = 4


def run(spark: SparkSession, paths: Paths) -> None:
    rows = spark.range(3)
    for number in range(COMMITS):
        rows.write.format("delta").mode("append").save(f"{paths.out}/saved")
        rows.write.format("delta").mode("append").saveAsTable("named")
        spark.sql("DELETE FROM named WHERE id = 1")
        if number == 0:
            rows.writeTo("ice.db.t").using("iceberg").create()
        else:
            rows.writeTo("ice.db.t").append()
        spark.table("ice.db.t").write.parquet(f"{paths.out}/read{number}")
    audited(spark, paths)


def audited(spark: SparkSession, paths: Paths) -> None:
    """Write-audit-publish: a branch, and a snapshot that belongs to no branch."""
    rows = spark.range(3)
    rows.writeTo("ice.db.w").using("iceberg").tableProperty("write.wap.enabled", "true").create()
    spark.conf.set("spark.wap.branch", "audit")
    rows.writeTo("ice.db.w").append()
    spark.table("ice.db.w").write.parquet(f"{paths.out}/audited")
    spark.conf.unset("spark.wap.branch")
    spark.conf.set("spark.wap.id", "staged")
    rows.writeTo("ice.db.w").append()
