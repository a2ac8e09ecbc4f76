"""Queries with a description, with parameters, and of an analysed table; and an RDD job."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

MEASURED = "CREATE TABLE measured (id INT, name STRING, amount DECIMAL(9, 2), big BIGINT, day DATE) USING parquet"
ROWS = (
    "INSERT INTO measured VALUES (1, 'Ann', 10.5, 9007199254740993, DATE'2024-01-01'), "
    "(2, NULL, 20, 5, NULL), (3, 'Bob', -1, 6, NULL)"
)


def run(spark: SparkSession, paths: Paths) -> None:
    spark.read.parquet(paths.table("orders")).createOrReplaceTempView("seen")
    described(spark, paths)
    parameterised(spark, paths)
    measured(spark, paths)


def described(spark: SparkSession, paths: Paths) -> None:
    context = spark.sparkContext
    context.setJobDescription("copies of the night")
    spark.table("seen").write.parquet(f"{paths.out}/described")
    context.textFile(str(paths.data / "text"), 1).saveAsTextFile(f"{paths.out}/lines")
    context.setJobDescription(None)
    spark.table("seen").write.parquet(f"{paths.out}/plain")


def parameterised(spark: SparkSession, paths: Paths) -> None:
    """Run queries with parameters; a query with a sort has a run, a simple SELECT has none."""
    named = "SELECT id, status FROM seen WHERE id > :least AND status <> :api_token ORDER BY id"
    spark.sql(named, args={"least": 2, "api_token": "PW1"}).collect()
    placed = "SELECT id FROM seen WHERE status = ? AND amount > ? ORDER BY id"
    spark.sql(placed, args=["new", 1.5]).collect()
    later = spark.sql("SELECT id FROM seen WHERE id > :least", args={"least": 2})
    later.write.parquet(f"{paths.out}/later")


def measured(spark: SparkSession, paths: Paths) -> None:
    spark.sql(MEASURED)
    spark.sql(ROWS)
    spark.sql("ANALYZE TABLE measured COMPUTE STATISTICS")
    spark.table("measured").write.parquet(f"{paths.out}/counted")
    spark.sql("ANALYZE TABLE measured COMPUTE STATISTICS FOR ALL COLUMNS")
    spark.table("measured").where("id > 1").write.parquet(f"{paths.out}/measured")
    spark.sql("INSERT INTO measured SELECT 4, 'Eve', 1, 1, NULL")
    spark.table("measured").write.parquet(f"{paths.out}/changed")
