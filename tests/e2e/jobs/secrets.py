"""Puts a separate secret into every place of SQL text, readers, errors and extensions that can contain one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import headwater
from headwater.extensions import Dataset
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import udf

from tests.e2e import canary_sql
from tests.e2e.canaries import Seeds
from tests.e2e.workspace import Paths

URL = "jdbc:derby:memory:shop;create=true;user=app"
DRIVER = "org.apache.derby.jdbc.EmbeddedDriver"
CATALOG = "spark.sql.catalog.derby"


def run(spark: SparkSession, paths: Paths) -> dict[str, Any]:
    seeds = Seeds()
    readers(spark, paths, seeds)
    for statement in canary_sql.views(seeds, URL, DRIVER) + canary_sql.queries(seeds):
        spark.sql(statement)
    spark.sql(canary_sql.unnamed(seeds)).write.parquet(f"{paths.out}/unnamed")
    spark.sql(canary_sql.compared(seeds)).write.parquet(f"{paths.out}/compared")
    for statement in canary_sql.detours(seeds) + canary_sql.escaped(seeds):
        spark.sql(statement)
    for statement in canary_sql.moved(seeds):
        fails(partial(spark.sql, statement))
    catalog(spark, seeds)
    declared(spark, paths, seeds)
    parameters(spark, seeds)
    rdds(spark, paths, seeds)
    failed = failures(spark, paths, seeds)
    return {"planted": sorted(seeds.planted), "failed": failed}


def readers(spark: SparkSession, paths: Paths, seeds: Seeds) -> None:
    """Read and write JDBC tables and files."""
    options = {
        "url": f"{URL};password={seeds('jdbc url')}",
        "driver": DRIVER,
        "dbtable": "orders",
        "password": seeds("jdbc option"),
        "proxyCredential": seeds("jdbc option unused"),
    }
    orders = spark.read.parquet(paths.table("orders")).select("id", "amount")
    orders.write.format("jdbc").options(**options).save()
    options["url"] = f"{URL};password={seeds('jdbc url reader')}"
    spark.read.format("jdbc").options(**options).load().write.parquet(f"{paths.out}/frame")
    del options["dbtable"]
    options["query"] = (
        f"SELECT \"id\" FROM orders WHERE 'password={seeds('jdbc query option')}' <> 'x'"
    )
    spark.read.format("jdbc").options(**options).load().write.parquet(f"{paths.out}/query")
    del options["query"]
    options["dbtable"] = f'(SELECT "id" /* token={seeds("jdbc subquery comment")} */ FROM orders) t'
    spark.read.format("jdbc").options(**options).load().write.parquet(f"{paths.out}/subquery")
    secret = {"fs.s3a.secret.key": seeds("reader option")}
    spark.read.options(**secret).parquet(f"{paths.out}/frame").write.csv(f"{paths.out}/csv")


def catalog(spark: SparkSession, seeds: Seeds) -> None:
    """Use a catalog with a password in its URL."""
    spark.conf.set(CATALOG, "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog")
    spark.conf.set(f"{CATALOG}.url", f"{URL};password={seeds('jdbc catalog url')}")
    spark.conf.set(f"{CATALOG}.driver", DRIVER)
    spark.sql("CREATE TABLE by_catalog USING parquet AS SELECT id FROM derby.APP.ORDERS")


def declared(spark: SparkSession, paths: Paths, seeds: Seeds) -> None:
    """Emit facets and set job descriptions."""
    context = spark.sparkContext
    context.setJobDescription(f"load https://bob:{seeds('job description')}@h.example")
    context.setJobGroup("group", f"password={seeds('job group')}")
    context.setLocalProperty("my.token", seeds("local property"))
    with headwater.job(f"daily https://bob:{seeds('declared job name')}@h.example"):
        headwater.emit_run_facet("run", {"apiKey": seeds("emitted run facet")})
        headwater.emit_job_facet("job", {"note": f"token={seeds('emitted job facet')}"})
        target = Dataset("file", f"{paths.out}/declared")
        nested = {"nested": [{"credential": {"value": seeds("emitted dataset facet")}}]}
        headwater.emit_dataset_facet("dataset", nested, target)
        spark.range(5).write.parquet(f"{paths.out}/declared")
    secret = seeds("job description with a statement")
    context.setJobDescription(f"SELECT name FROM accounts WHERE '{secret}' = password")
    spark.range(5).write.parquet(f"{paths.out}/described")


def parameters(spark: SparkSession, seeds: Seeds) -> None:
    """Run statements with parameters."""
    text = "SELECT d FROM noted WHERE a <> :place ORDER BY d"
    place = f"jdbc:mysql://bob:{seeds('parameter with a url')}@h:3306/d"
    spark.sql(text, args={"place": place}).collect()
    text = "SELECT d FROM noted WHERE a <> ? ORDER BY d"
    spark.sql(text, args=[seeds("parameter by its place")]).collect()


def rdds(spark: SparkSession, paths: Paths, seeds: Seeds) -> None:
    """Use names and paths of RDDs."""
    named = spark.sparkContext.parallelize([1, 2]).map(str)
    named.setName(f"password={seeds('rdd name')}").saveAsTextFile(f"{paths.out}/named")
    folder = f"{paths.out}/text?token={seeds('rdd path')}"
    named.saveAsTextFile(folder)


def failures(spark: SparkSession, paths: Paths, seeds: Seeds) -> list[str]:
    """Run queries that fail with a secret in the message."""
    away = f"hdfs://bob:{seeds('failed path user info')}@127.0.0.1:9/x"
    url = f"jdbc:postgresql://bob:{seeds('failed cast of a url')}@db.example/x"
    secret = f"password={seeds('failed udf')}, {seeds('failed udf bearer')}"

    def raising(_: float) -> str:
        raise ValueError(secret)

    attempts: dict[str, Callable[[], Any]] = {
        "path": lambda: spark.range(1).write.parquet(away),
        "raise_error": lambda: sql(f"raise_error('token={seeds('failed raise_error')}')"),
        "assert_true": lambda: sql(
            f"assert_true(d > 5, 'Authorization: Basic {seeds('failed assert_true')}')"
        ),
        "cast": lambda: sql(f"cast(concat('{url}', a) AS INT)"),
        "comparison": lambda: sql(
            f"assert_true('{seeds('failed comparison')}' = password)", "accounts"
        ),
        "udf": lambda: written(spark.table("noted").select(udf(raising, "string")("d"))),
    }

    def sql(expression: str, table: str = "noted") -> None:
        written(spark.sql(f"SELECT {expression} AS x FROM {table}"))

    def written(frame: DataFrame) -> None:
        frame.write.mode("overwrite").parquet(f"{paths.out}/failed")

    return [name for name, action in attempts.items() if fails(action)]


def fails(action: Callable[[], Any]) -> bool:
    try:
        action()
    except Exception:  # noqa: BLE001 - of PySpark and Py4J, whatever they are
        return True
    return False
