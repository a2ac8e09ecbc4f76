"""Reads and writes PostgreSQL with all of Spark's APIs."""

from __future__ import annotations

from typing import Any

from tests.e2e.workspace import Paths
from tests.services.processes import PASSWORD, USER

DRIVER = "org.postgresql.Driver"
QUERY = """SELECT c.name, sum(o.amount) AS total FROM orders o JOIN customers c ON o.customer_id = c.id
WHERE o.status = 'open' GROUP BY c.name"""

FIRST = """SELECT DISTINCT ON (customer_id) id::text, status FROM ONLY orders TABLESAMPLE BERNOULLI (100) WHERE status ILIKE '%E%'
ORDER BY customer_id, amount DESC LIMIT 10 OFFSET 0"""


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    url = spark.conf.get("spark.test.url")

    def read(**options: str) -> Any:  # noqa: ANN401
        reader = (
            spark.read.format("jdbc").option("url", f"{url}?ApplicationName=x").option("user", USER)
        )
        return reader.option("password", PASSWORD).options(driver=DRIVER, **options).load()

    def keep(frame: Any, name: str) -> None:  # noqa: ANN401
        frame.write.parquet(f"{paths.out}/{name}")

    keep(read(dbtable="orders").selectExpr("id", "amount * 2 AS twice"), "table")
    keep(read(query=QUERY), "query")
    keep(read(dbtable='(SELECT "id", upper("status") AS s FROM public.orders) AS sub'), "subquery")
    keep(read(query=FIRST), "first_of_each")
    keep(read(query="SELECT id FROM orders WHERE amount BETWEEN SYMMETRIC 30 AND 1"), "unparsed")

    write(read(dbtable="orders"), url)

    spark.sql(f"""CREATE TABLE registered USING jdbc
        OPTIONS (url '{url}', dbtable 'target', user '{USER}', password '{PASSWORD}',
            driver '{DRIVER}')""")
    spark.sql("INSERT INTO registered SELECT id, id * 1.5D FROM range(3)")
    keep(spark.table("registered"), "through_catalog")

    in_catalog(spark)
    keep(spark.sql("SELECT name FROM db.public.customers"), "v2")


def in_catalog(spark: Any) -> None:  # noqa: ANN401
    """Create, fill and rename tables of Spark's JDBC catalog."""
    spark.sql("CREATE TABLE db.public.made AS SELECT id, status FROM db.public.orders")
    spark.sql("INSERT INTO db.public.target SELECT id, amount * 2 FROM db.public.orders")
    spark.sql("CREATE TABLE db.public.changed AS SELECT id, status FROM db.public.orders")
    spark.sql("ALTER TABLE db.public.changed RENAME COLUMN status TO state")
    spark.sql("ALTER TABLE db.public.changed RENAME TO public.archive")


def write(orders: Any, url: str) -> None:  # noqa: ANN401
    """Create, append to and overwrite tables with DataFrame writers."""
    properties = {"user": USER, "password": PASSWORD, "driver": DRIVER}
    frame = orders.selectExpr("id", "amount AS value")
    frame.write.jdbc(url, "created", properties=properties)
    frame.write.jdbc(url, "public.appended", mode="append", properties=properties)
    frame.write.mode("overwrite").format("jdbc").options(
        url=f"{url}?user={USER}&password={PASSWORD}", driver=DRIVER, dbtable="overwritten"
    ).save()
