"""Iceberg's REST catalog server, and a session with a REST catalog and a Hive metastore catalog."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.lines import ROOT
from tests.lake import formats
from tests.services.processes import JAVA, Service, folder, free_port, running

TABLE_BUCKET = "arn:aws:s3tables:eu-central-1:123456789012:bucket/lake"
SERVER = "org.apache.iceberg.rest.RESTCatalogServer"


@contextmanager
def rest_catalog() -> Iterator[Service]:
    """An empty catalog; the server chooses the location of tables."""
    with folder() as where:
        port = free_port()
        command = [*JAVA, "-cp", f"{ROOT / 'build' / 'jars' / 'iceberg-rest'}/*", SERVER]
        env = {"CATALOG_REST_PORT": str(port), "CATALOG_WAREHOUSE": str(where / "warehouse")}
        with running(command, port, where, env) as service:
            yield service


def conf(port: int, own: Path) -> dict[str, str]:
    """Settings of the catalogs `rest`, `hive` and `s3tables`, of which the first and the last are one server.

    The metastore is embedded and creates its schema itself.
    """
    return {
        "spark.sql.extensions": formats.EXTENSIONS["iceberg"],
        "spark.sql.catalog.rest": formats.ICEBERG_CATALOG,
        "spark.sql.catalog.rest.type": "rest",
        "spark.sql.catalog.rest.uri": f"http://127.0.0.1:{port}",
        "spark.sql.catalog.rest.token": "in-no-event",
        "spark.sql.catalog.s3tables": formats.ICEBERG_CATALOG,
        "spark.sql.catalog.s3tables.type": "rest",
        "spark.sql.catalog.s3tables.uri": f"http://127.0.0.1:{port}",
        "spark.sql.catalog.s3tables.warehouse": TABLE_BUCKET,
        "spark.sql.catalog.hive": formats.ICEBERG_CATALOG,
        "spark.sql.catalog.hive.type": "hive",
        "spark.sql.catalog.hive.warehouse": str(own / "hive"),
        "spark.hadoop.iceberg.engine.hive.lock-enabled": "false",
        "spark.hadoop.datanucleus.schema.autoCreateAll": "true",
        "spark.hadoop.hive.metastore.schema.verification": "false",
    }
