"""A database with a place of its own: new tables lie there, before any plan has shown where that is; whatever the case of names."""
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


# rows: identity.warehouse
