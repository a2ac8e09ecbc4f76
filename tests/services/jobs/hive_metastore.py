"""Tables of Hive, of Spark, of Delta and of Iceberg, in one metastore."""

from __future__ import annotations

from typing import Any

STATEMENTS = (
    "CREATE TABLE orders (id INT, amount DOUBLE) PARTITIONED BY (day STRING) STORED AS PARQUET",
    "INSERT INTO orders PARTITION (day = '2024-01-01') VALUES (1, 2.0)",
    "INSERT INTO orders PARTITION (day) SELECT 2, 3.0D, '2024-01-02'",
    "CREATE TABLE lines (id INT, line STRING) STORED AS TEXTFILE",
    "INSERT INTO lines SELECT id, day FROM orders WHERE amount > 1",
    "CREATE TABLE totals USING parquet AS SELECT day, sum(amount) AS total FROM orders GROUP BY day",
    "CREATE VIEW first_day AS SELECT id, amount FROM orders WHERE day = '2024-01-01'",
    "CREATE TABLE changes USING delta AS SELECT * FROM first_day",
    "INSERT INTO changes SELECT id, total FROM lines JOIN totals ON line = day",
    "INSERT OVERWRITE orders PARTITION (day) SELECT id, amount, '2024-01-03' FROM changes",
    "ANALYZE TABLE orders COMPUTE STATISTICS",
    "ALTER TABLE orders DROP PARTITION (day = '2024-01-01')",
    "ALTER TABLE lines RENAME TO renamed_lines",
    "TRUNCATE TABLE renamed_lines",
    "DROP TABLE renamed_lines",
)


def run(spark: Any, _paths: object) -> None:  # noqa: ANN401 - PySpark is untyped here
    database = spark.conf.get("spark.test.database")
    spark.sql(f"CREATE DATABASE {database}")
    spark.sql(f"USE {database}")
    for statement in STATEMENTS:
        spark.sql(statement)
    spark.table("orders").write.saveAsTable("saved")
    ice = f"ice.{database}"
    spark.sql(f"CREATE TABLE {ice}.prices USING iceberg AS SELECT id, amount AS price FROM orders")
    spark.sql(f"DELETE FROM {ice}.prices WHERE price > 100")
