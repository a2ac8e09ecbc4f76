"""Reads and writes MariaDB with MySQL's driver."""

from __future__ import annotations

from typing import Any

from tests.e2e.workspace import Paths
from tests.services.processes import PASSWORD, USER

DRIVER = "com.mysql.cj.jdbc.Driver"


def run(spark: Any, paths: Paths) -> None:  # noqa: ANN401 - PySpark is untyped here
    url = spark.conf.get("spark.test.url")

    def read(**options: str) -> Any:  # noqa: ANN401
        reader = spark.read.format("jdbc").options(url=url, driver=DRIVER)
        return reader.options(user=USER, password=PASSWORD, **options).load()

    query = """SELECT `c`.`name` AS 'n', concat(c.name, "id") AS m # FROM nothing
        FROM `shop`.`customers` `c` USE INDEX () WHERE email <> "x" LIMIT 0, 10"""
    read(query=query).write.parquet(f"{paths.out}/query")
    properties = {"user": USER, "password": PASSWORD, "driver": DRIVER}
    read(dbtable="orders").write.jdbc(url, "shop.appended", mode="append", properties=properties)
