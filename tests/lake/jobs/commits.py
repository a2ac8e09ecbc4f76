"""Many commits to a few tables, one after the other, and at once."""

from concurrent.futures import ThreadPoolExecutor

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

COMMITS = 4
THREADS = 4


def run(spark: SparkSession, paths: Paths) -> dict[str, int]:
    """The rows of each version of the table that threads write to at once."""
    rows = spark.range(3)
    older = None
    for number in range(COMMITS):
        rows.write.format("delta").mode("append").save(f"{paths.out}/saved")
        rows.write.format("delta").mode("append").saveAsTable("named")
        spark.sql("DELETE FROM named WHERE id = 1")
        if number == 0:
            rows.writeTo("ice.db.t").using("iceberg").create()
        else:
            rows.writeTo("ice.db.t").append()
        spark.table("ice.db.t").write.parquet(f"{paths.out}/read{number}")
        older = older or spark.table("ice.db.t")
    assert older
    older.write.parquet(f"{paths.out}/older")
    audited(spark, paths)
    idle(spark)
    return at_once(spark, paths)


def idle(spark: SparkSession) -> None:
    """Statements that change no row commit nothing."""
    spark.range(3).write.format("delta").saveAsTable("idle")
    spark.sql("DELETE FROM idle WHERE id = 77")
    spark.sql("OPTIMIZE idle")


def at_once(spark: SparkSession, paths: Paths) -> dict[str, int]:
    """Threads append to one table; each append has another number of rows."""
    table = f"{paths.out}/at_once"

    def append(first: int) -> None:
        for rows in range(first, first + COMMITS):
            spark.range(rows).write.format("delta").mode("append").save(table)

    append(1)
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(append, range(10, 10 * (THREADS + 1), 10)))
    history = spark.sql(f"DESCRIBE HISTORY delta.`{table}`").collect()
    return {str(r.version): int(r.operationMetrics["numOutputRows"]) for r in history}


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
