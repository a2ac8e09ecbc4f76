"""SQL variables: a column from a variable has the sources of the query that set it, also in VALUES."""
# tables: orders customers
# since: 4.0

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

STATEMENTS = """
DECLARE VARIABLE newest INT DEFAULT 0;
SET VARIABLE newest = (SELECT max(id) FROM orders WHERE amount > 1);
CREATE TABLE chosen USING parquet AS SELECT newest AS id, name FROM customers WHERE id > newest;
INSERT INTO chosen VALUES (newest, 'x');
EXECUTE IMMEDIATE 'INSERT INTO chosen SELECT id + ?, name FROM customers' USING newest;
SET VARIABLE newest = (SELECT max(id) FROM orders WHERE amount > 1000000);
EXECUTE IMMEDIATE 'INSERT INTO chosen SELECT id + ?, name FROM customers' USING newest;
EXECUTE IMMEDIATE 'INSERT INTO chosen SELECT v.id, ? FROM VALUES (?) AS v(id)' USING 'a longer text', newest;
SET VARIABLE newest = DEFAULT;
INSERT INTO chosen VALUES (newest, 'y')
"""


def run(spark: SparkSession, _paths: Paths) -> None:
    for statement in STATEMENTS.split(";"):
        spark.sql(statement)
    other = spark.newSession()
    other.sql("DECLARE VARIABLE newest INT DEFAULT 7")
    other.sql("INSERT INTO chosen SELECT newest, 'z'")


# rows: columns.variables
