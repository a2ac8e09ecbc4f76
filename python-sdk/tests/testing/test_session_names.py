"""The names of a dry run are those of the agent: they follow the settings of the session."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import json, sys
from headwater.testing import lineage, open_session
factory = "com.amazonaws.glue.catalog.metastore.AWSGlueDataCatalogHiveClientFactory"
conf = {
    "spark.hadoop.hive.metastore.client.factory.class": factory,
    "spark.hadoop.hive.metastore.glue.catalogid": "123456789012",
}
session = open_session(spark_home=sys.argv[1], conf=conf)
session.sql("CREATE DATABASE shop")
session.sql("CREATE TABLE shop.orders (id INT) USING parquet")
print(json.dumps(lineage("SELECT id FROM shop.orders")["inputs"][0]["facets"]["symlinks"]["identifiers"]))
session.stop()
"""


@pytest.mark.spark
def test_a_table_of_glue_has_its_name_there(tmp_path: Path, spark_home: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(spark_home)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "AWS_REGION": "eu-west-1"},
    )
    assert ran.returncode == 0, ran.stderr
    identifiers = [(each["namespace"], each["name"]) for each in json.loads(ran.stdout.splitlines()[-1])]
    assert ("arn:aws:glue:eu-west-1:123456789012", "table/shop/orders") in identifiers, identifiers
