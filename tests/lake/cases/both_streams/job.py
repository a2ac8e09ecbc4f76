"""Streams from and to Delta and Iceberg tables: one run each; internal queries of the libraries have no run."""

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql("CREATE TABLE d (id INT, status STRING) USING delta")
    spark.sql("CREATE TABLE ice.db.t (id INT, note STRING, status STRING) USING iceberg")
    orders = spark.readStream.schema(spark.read.parquet(paths.table("orders")).schema).parquet(
        paths.table("orders")
    )
    rows = orders.selectExpr("id", "upper(status) AS status")
    finish(rows, paths, "into_delta").format("delta").toTable("d").awaitTermination()
    part = rows.selectExpr("id AS ID", "status")
    finish(part, paths, "into_iceberg").format("iceberg").toTable("ice.db.t").awaitTermination()
    place = f"{paths.out}/by_path"
    by_path = finish(spark.readStream.table("d"), paths, "by_path").format("delta")
    by_path.option("path", place).start().awaitTermination()
    onward = spark.readStream.format("delta").load(place)
    again = finish(onward, paths, "onward").format("parquet").option("path", f"{paths.out}/end")
    again.start().awaitTermination()
    from_iceberg = spark.readStream.table("ice.db.t").where("id > 1")
    finish(from_iceberg, paths, "merged").foreachBatch(merge).start().awaitTermination()


def finish(frame: DataFrame, paths: Paths, name: str) -> Any:  # noqa: ANN401 - PySpark is untyped here
    writer = frame.writeStream.trigger(availableNow=True)
    return writer.option("checkpointLocation", f"{paths.own}/checkpoints/{name}")


def merge(frame: DataFrame, _: int) -> None:
    frame.createOrReplaceTempView("news")
    frame.sparkSession.sql(
        "MERGE INTO d USING news ON d.id = news.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *"
    )
