"""A database with a custom location: new tables are there before any plan has shown it; names ignore case."""
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    spark.sql(f"CREATE DATABASE shop LOCATION '{paths.own / 'elsewhere'}'")
    spark.sql("CREATE TABLE shop.Made USING parquet AS SELECT id, amount FROM orders")
    spark.sql("CREATE TABLE shop.empty (id INT) USING parquet")
    spark.sql("CREATE TABLE shop.alike LIKE shop.made")
    spark.table("shop.made").write.saveAsTable("shop.Saved")
    spark.sql("USE shop")
    spark.sql("INSERT INTO empty SELECT CAST(id AS INT) FROM saved")
    spark.sql("CREATE TABLE alike2 LIKE made")
    spark.table("made").write.saveAsTable("saved2")


# rows: identity.warehouse
