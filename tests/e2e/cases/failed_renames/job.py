"""A table keeps its name if a rename fails."""
# tables: orders

from contextlib import suppress

from pyspark.sql import SparkSession
from pyspark.sql.utils import AnalysisException

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql(
        f"CREATE TABLE before USING parquet LOCATION '{paths.own}/t' AS SELECT id FROM orders"
    )
    spark.sql("CREATE TABLE taken (id INT) USING parquet")
    with suppress(AnalysisException):
        spark.sql("ALTER TABLE before RENAME TO taken")
    spark.sql("ALTER TABLE before RENAME TO after")


# rows: node.rename
