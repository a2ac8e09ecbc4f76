"""Every way to write a table in a Hadoop catalog."""
# tables: orders
# spark3: writes of Iceberg for Spark 3 expose no commit report

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    assert paths.data.exists()
    for statement in (
        "CREATE TABLE ice.db.t (id INT, amount DOUBLE) USING iceberg COMMENT 'sold'",
        "INSERT INTO ice.db.t SELECT id, amount FROM orders",
        "INSERT OVERWRITE ice.db.t SELECT id, amount * 2 FROM orders WHERE amount > 10",
        "CREATE TABLE ice.db.totals USING iceberg AS SELECT id, sum(amount) AS s FROM orders GROUP BY id",
        "CREATE OR REPLACE TABLE ice.db.totals USING iceberg AS SELECT id, status FROM orders",
        "CREATE TABLE ice.db.days USING iceberg PARTITIONED BY (day) AS SELECT id, day FROM orders",
    ):
        spark.sql(statement)
    days = spark.table("orders").select("id", "day")
    days.writeTo("ice.db.days").append()
    days.writeTo("ice.db.days").overwritePartitions()
    days.write.format("iceberg").mode("append").saveAsTable("ice.db.days")
    days.write.format("iceberg").mode("append").save(f"{paths.own}/ice/db/days")


# rows: node.append-v2 node.v2-create-replace facet.dataset.storage facet.dataset.catalog facet.output.iceberg-commit
