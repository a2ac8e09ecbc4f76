"""Uses a password in every place where a user may, and reports the address of the agent's gateway."""

from __future__ import annotations

import json
from typing import Any

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths
from tests.extensions.agent import access, jvm
from tests.extensions.canary import PASSWORD

URL = f"jdbc:derby:memory:recorded;create=true;user=app;password={PASSWORD}"
DRIVER = "org.apache.derby.jdbc.EmbeddedDriver"


def run(spark: SparkSession, paths: Paths) -> dict[str, Any]:
    options = {"url": URL, "driver": DRIVER, "dbtable": "numbers", "password": PASSWORD}
    spark.range(5).write.format("jdbc").options(**options).save()
    spark.read.format("jdbc").options(**options).load().write.parquet(f"{paths.out}/frame")
    given = ", ".join(f"{key} '{value}'" for key, value in options.items())
    spark.sql(f"CREATE TEMPORARY VIEW v USING jdbc OPTIONS ({given})")
    spark.sql(
        f"CREATE TABLE kept USING parquet TBLPROPERTIES ('api.token' '{PASSWORD}') AS SELECT * FROM v"
    )
    spark.conf.set("spark.hadoop.fs.s3a.secret.key", PASSWORD)
    spark.sparkContext.setLocalProperty("my.password", PASSWORD)
    spark.sparkContext.setJobDescription(f"with password={PASSWORD}")
    url = f"jdbc:postgresql://bob:{PASSWORD}@db.example/x?password={PASSWORD}"
    spark.sql(f"CREATE TABLE told USING parquet AS SELECT id, '{url}' AS url FROM v")
    spark.read.parquet(f"{paths.out}/frame").rdd.count()
    conf = {**dict(spark.sparkContext.getConf().getAll()), **settings(spark)}
    return {
        "access": access(spark),
        "conf": json.dumps(conf),
        "properties": str(jvm(spark).java.lang.System.getProperties()),
        "environment": str(jvm(spark).java.lang.System.getenv()),
    }


def settings(spark: SparkSession) -> dict[str, str]:
    return {row.key: row.value for row in spark.sql("SET -v").collect()}
