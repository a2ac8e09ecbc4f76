"""A script with variables and loops: each insert has the sources of the values that the variables have."""
# tables: orders customers
# since: 4.0
# conf: spark.sql.scripting.enabled=true

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

SCRIPT = """
BEGIN
  DECLARE x INT DEFAULT 0;
  DECLARE y INT;
  SET x = (SELECT max(id) FROM orders);
  SET y = x + 1;
  INSERT INTO pairs VALUES (x, y);
  FOR r AS SELECT id, amount FROM orders WHERE id = 1 DO
    INSERT INTO pairs SELECT r.id, id FROM customers WHERE id = 1;
    FOR SELECT id AS inner_id FROM customers WHERE id = r.id DO
      INSERT INTO pairs VALUES (inner_id, r.id + x);
    END FOR;
  END FOR;
  IF x > 1 THEN
    BEGIN
      DECLARE x INT DEFAULT 3;
      INSERT INTO pairs SELECT x, y;
    END;
  END IF;
END
"""


def run(spark: SparkSession, _paths: Paths) -> None:
    spark.sql("CREATE TABLE pairs (a INT, b INT) USING parquet")
    spark.sql(SCRIPT).collect()


# rows: columns.variables
