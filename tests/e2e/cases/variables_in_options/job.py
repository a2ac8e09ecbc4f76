"""Variables in arguments that Spark evaluates while it analyses the query: options and schemas."""
# tables: orders customers
# since: 4.0

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

STATEMENTS = """
DECLARE VARIABLE format STRING DEFAULT 'yyyy';
CREATE TABLE plain USING parquet AS SELECT to_json(struct(id), map('dateFormat', format)) AS text FROM orders;
SET VARIABLE format = (SELECT max(name) FROM customers WHERE id > 0);
CREATE TABLE texts USING parquet AS SELECT to_csv(struct(id, status), map('nullValue', session.format)) AS text,
  from_json(status, 'a INT', map('lineSep', format)) AS parts, to_csv(struct(id), map('sep', ';')) AS other FROM orders
"""


def run(spark: SparkSession, _paths: Paths) -> None:
    for statement in STATEMENTS.split(";\n"):
        spark.sql(statement)


# rows: columns.variables
