"""Streams beside other writers: tables that change while a stream reads them, and commits that are not the stream's."""

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> dict[str, str]:
    """The snapshots of the table that a stream and an INSERT write to, and the versions that reads have named."""
    news = f"{paths.own}/news"
    arrive(spark, news, 1)
    named = sides(spark)
    for name, side in reads(spark, named).items():
        frame = stream(spark, news).join(side, "id")
        query = writer(frame, paths, name).format("parquet").start(f"{paths.out}/{name}")
        query.processAllAvailable()
        spark.sql("INSERT INTO dim SELECT max(id) + 1, 'more' FROM dim")
        spark.sql("INSERT INTO ice.db.dim SELECT max(id) + 1, 'more' FROM ice.db.dim")
        arrive(spark, news, 2)
        query.processAllAvailable()
        query.stop()
    return named | shared_table(spark, paths, news)


def sides(spark: SparkSession) -> dict[str, str]:
    """Create the tables that streams join; return their versions."""
    rows = spark.sql("SELECT 1L AS id, 'one' AS label")
    rows.write.format("delta").saveAsTable("dim")
    rows.writeTo("ice.db.dim").using("iceberg").create()
    snapshot = spark.table("ice.db.dim.snapshots").first()
    assert snapshot
    return {"delta_version": "0", "iceberg_version": str(snapshot.snapshot_id)}


def reads(spark: SparkSession, named: dict[str, str]) -> dict[str, DataFrame]:
    """Static sides of a join: some name a version, the others are read anew in each batch."""

    def at(table: str, version: str) -> DataFrame:
        return spark.sql(f"SELECT * FROM {table} VERSION AS OF {version}")

    return {
        "delta_latest": spark.table("dim"),
        "delta_version": at("dim", named["delta_version"]),
        "iceberg_latest": spark.table("ice.db.dim"),
        "iceberg_version": at("ice.db.dim", named["iceberg_version"]),
    }


def shared_table(spark: SparkSession, paths: Paths, news: str) -> dict[str, str]:
    """A stream appends to a table, then a query does; the stream starts again, and finds nothing to do."""
    spark.sql("CREATE TABLE ice.db.shared (id BIGINT) USING iceberg")
    first = writer(stream(spark, news), paths, "appended").toTable("ice.db.shared")
    first.processAllAvailable()
    spark.sql("INSERT INTO ice.db.shared VALUES (100)")
    first.stop()
    again = writer(stream(spark, news), paths, "appended").trigger(availableNow=True)
    again.toTable("ice.db.shared").awaitTermination()
    loaded = spark.readStream.format("iceberg").load("ice.db.shared")
    read = writer(loaded, paths, "loaded").trigger(availableNow=True)
    read.format("parquet").start(f"{paths.out}/loaded").awaitTermination()
    commits = spark.table("ice.db.shared.snapshots").orderBy("committed_at").collect()
    by_stream = ["spark.sql.streaming.queryId" in commit.summary for commit in commits]
    assert by_stream == [True, False]
    return {
        "appended": str(commits[0].snapshot_id),
        "inserted": str(commits[1].snapshot_id),
    }


def arrive(spark: SparkSession, folder: str, rows: int) -> None:
    spark.range(1, 1 + rows).coalesce(1).write.mode("append").parquet(folder)


def stream(spark: SparkSession, folder: str) -> DataFrame:
    return spark.readStream.schema("id BIGINT").parquet(folder)


def writer(frame: DataFrame, paths: Paths, name: str) -> Any:  # noqa: ANN401 - PySpark is untyped here
    return frame.writeStream.queryName(name).option(
        "checkpointLocation", f"{paths.own}/checkpoints/{name}"
    )
