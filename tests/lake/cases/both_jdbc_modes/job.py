"""`mode("ignore")` into a database: an output if it has created the table, also if it had no rows for it."""
# without: 4.1 Spark fails there if SQLite does not have the table yet
# tables: orders

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, paths: Paths) -> None:
    orders = spark.table("orders").select("id", "amount")
    url, driver = f"jdbc:sqlite:{paths.own}/shop.db", {"driver": "org.sqlite.JDBC"}
    frames = {"some": orders, "none": orders.where("amount < 0"), "no_partition": orders.limit(0)}
    for table, frame in frames.items():
        for _ in range(2):
            frame.write.mode("ignore").jdbc(url, table, properties=driver)


# rows: connector.jdbc
