"""Names a password in every place where a user may: URLs, options, SQL text, settings."""

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths

PASSWORD = "s3cr3t-PW1"  # noqa: S105 - what the test looks for
URL = f"jdbc:derby:memory:shop;create=true;user=app;password={PASSWORD}"
DRIVER = "org.apache.derby.jdbc.EmbeddedDriver"


def run(spark: SparkSession, paths: Paths) -> int:
    options = {"url": URL, "driver": DRIVER, "dbtable": "orders", "password": PASSWORD}
    orders = spark.read.parquet(paths.table("orders")).select("id", "amount")
    orders.write.format("jdbc").options(**options).save()
    spark.read.format("jdbc").options(**options).load().write.parquet(f"{paths.out}/frame")
    given = ", ".join(f"{key} '{value}'" for key, value in options.items())
    spark.sql(f"CREATE TEMPORARY VIEW v USING jdbc OPTIONS ({given})")
    spark.sql("CREATE TABLE from_view USING parquet AS SELECT id FROM v")
    spark.sql(f"CREATE TABLE bought USING jdbc OPTIONS ({given})")
    spark.sql("INSERT INTO bought SELECT id + 10, amount FROM v")
    spark.sql(f"SET my.password={PASSWORD}")
    url = f"jdbc:postgresql://bob:{PASSWORD}@db.example/x?password={PASSWORD}"
    return int(spark.sql(f"SELECT id, '{url}' AS url FROM v").count())
