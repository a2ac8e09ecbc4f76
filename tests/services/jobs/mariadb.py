"""Reads and writes MariaDB over MySQL's driver."""

from __future__ import annotations

from typing import Any

from tests.e2e.workspace import Paths
from tests.services.processes import PASSWORD, USER

DRIVER = "com.mysql.cj.jdbc.Driver"


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    url = spark.conf.get("spark.test.url")
    reader = spark.read.format("jdbc").options(url=url, driver=DRIVER, user=USER, password=PASSWORD)
    query = 'SELECT `name` AS n, concat(name, "id") AS m FROM shop.customers WHERE email <> "x"'
    reader.option("query", query).load().write.parquet(f"{paths.out}/query")
    properties = {"user": USER, "password": PASSWORD, "driver": DRIVER}
    reader.option("dbtable", "orders").load().write.jdbc(
        url, "shop.appended", mode="append", properties=properties
    )
