"""A script whose cursor reads a table row by row into a variable; the event reports the lost lineage."""
# tables: orders customers
# since: 4.2
# conf: spark.sql.scripting.cursorEnabled=true

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

SCRIPT = """
BEGIN
  DECLARE x INT DEFAULT 0;
  DECLARE c CURSOR FOR SELECT id FROM orders WHERE id > ?;
  CREATE TABLE ids USING parquet AS SELECT id FROM customers;
  OPEN c USING 0;
  FETCH c INTO x;
  INSERT INTO ids SELECT customer_id + x FROM orders;
  INSERT INTO ids SELECT year(DATE'2020-01-01') + CAST(1e1 AS INT) FROM orders;
  CLOSE c;
  EXECUTE IMMEDIATE 'CREATE TABLE big USING parquet AS SELECT amount FROM orders WHERE id > ?' USING x;
END
"""


def run(spark: SparkSession, _paths: Paths) -> None:
    spark.sql(SCRIPT).collect()


# rows: columns.coverage
