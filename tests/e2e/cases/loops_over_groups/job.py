"""Loops of scripts over queries whose last clause is not their first: groups, distinct rows in an order, a CTE."""
# tables: orders customers
# since: 4.0

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

SCRIPT = """
BEGIN
  FOR r AS SELECT city, count(*) AS n FROM customers WHERE id = 1 GROUP BY city DO
    INSERT INTO counted VALUES (r.city, r.n);
  END FOR;
  FOR r AS WITH paid AS (SELECT status, id FROM orders WHERE id = 2) SELECT DISTINCT status, id FROM paid ORDER BY id DO
    INSERT INTO counted SELECT r.status, r.id;
  END FOR;
END
"""


def run(spark: SparkSession, _paths: Paths) -> None:
    spark.sql(
        "CREATE TABLE counted USING parquet AS SELECT name, CAST(id AS BIGINT) AS n FROM customers"
    )
    spark.conf.set("spark.sql.scripting.enabled", "true")
    spark.sql(SCRIPT).collect()


# rows: columns.variables
