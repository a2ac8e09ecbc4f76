"""Tables whose place or columns no plan shows: the catalog had them before the application, or finds the columns in files."""
# tables: orders customers

from typing import Any

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

STATEMENTS = """
CREATE TABLE IF NOT EXISTS unseen (other INT) USING parquet;
ALTER TABLE unseen SET TBLPROPERTIES ('note' = 'seen');
CREATE TABLE IF NOT EXISTS made (id INT) USING parquet;
CREATE TABLE IF NOT EXISTS made (other INT) USING parquet;
CREATE TABLE IF NOT EXISTS customers LIKE unseen;
CREATE TABLE found USING parquet LOCATION '{files}';
CREATE TABLE IF NOT EXISTS found_too USING parquet LOCATION '{files}';
CREATE TABLE IF NOT EXISTS found (other INT) USING parquet;
ALTER TABLE found SET TBLPROPERTIES ('note' = 'seen')
"""


def run(spark: SparkSession, paths: Paths) -> None:
    renamed_past_plans(spark)
    files = f"{paths.own}/files"
    spark.range(2).selectExpr("id", "id * 2 AS twice").write.parquet(files)
    for statement in STATEMENTS.format(files=files).split(";"):
        spark.sql(statement)


def renamed_past_plans(spark: SparkSession) -> None:
    jvm: Any = spark._jvm  # noqa: SLF001 - no other way past the plans
    session = spark._jsparkSession.sessionState()  # noqa: SLF001
    table = jvm.org.apache.spark.sql.catalyst.TableIdentifier
    session.catalog().renameTable(table("orders"), table("unseen"))


# rows: node.create-table
