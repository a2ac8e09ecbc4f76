"""Tables over folders with data, and tables that get another folder; `#` is a part of a folder's name."""
# spark3: writes of Iceberg for Spark 3 keep no report of their commit
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.table("orders").select("id", "amount")
    for folder in ("first", "second"):
        orders.write.format("delta").save(f"{paths.out}/{folder}")
    orders.write.parquet(f"{paths.out}/converted")
    spark.sql(f"CONVERT TO DELTA parquet.`{paths.out}/converted`")
    spark.sql(f"CREATE TABLE lite.db.i (id INT) USING iceberg LOCATION '{paths.out}/a#b'")
    spark.sql("INSERT INTO lite.db.i SELECT CAST(id AS INT) FROM orders")
    spark.sql(f"ALTER TABLE lite.db.i SET LOCATION '{paths.out}/a%20b'")
    spark.sql("INSERT INTO lite.db.i SELECT CAST(id AS INT) FROM orders")
    # more than a second after the last commit to each folder, which is the resolution of their times
    spark.sql(f"CREATE TABLE d USING delta LOCATION '{paths.out}/first'")
    spark.sql(f"ALTER TABLE d SET LOCATION '{paths.out}/second'")
    spark.sql("INSERT INTO d SELECT id, amount FROM orders")


# rows: node.alter
