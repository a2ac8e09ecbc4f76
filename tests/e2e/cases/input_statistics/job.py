"""Input rows are counted after pruning, once per scan; inputs without a count have no number."""
# tables: orders customers

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql(
        "CREATE TABLE by_day USING parquet PARTITIONED BY (day) AS SELECT id, amount, day FROM orders"
    )
    day = "SELECT id FROM by_day WHERE day = DATE'2024-01-02'"
    write(spark, day, f"{paths.out}/one_partition")
    write(spark, f"{day} UNION ALL SELECT id FROM by_day", f"{paths.out}/two_scans")
    write(spark, "SELECT a.id FROM orders a JOIN orders b ON a.id = b.id", f"{paths.out}/self_join")
    write(spark, "SELECT count(*) AS n FROM orders", f"{paths.out}/no_columns")
    write(
        spark,
        "SELECT id FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE city = 'London')",
        f"{paths.out}/subquery",
    )
    write(spark, "SELECT id FROM by_day WHERE day > DATE'2025-01-01'", f"{paths.out}/nothing_read")
    frame = spark.sql("SELECT id FROM orders WHERE amount > 15 ORDER BY id")
    assert frame.collect() == frame.collect()  # the same plan twice
    kept = spark.table("orders").localCheckpoint()
    write_frame(kept.union(spark.table("orders")), f"{paths.out}/half_kept")


def write(spark: SparkSession, query: str, to: str) -> None:
    write_frame(spark.sql(query), to)


def write_frame(frame: object, to: str) -> None:
    frame.write.parquet(to)  # type: ignore[attr-defined]


# rows: facet.input.statistics
