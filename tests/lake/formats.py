"""The table formats under test: their jars for each Spark line, and their settings."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.e2e.lines import ROOT, Line
from tests.e2e.workspace import Paths

DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"
ICEBERG_CATALOG = "org.apache.iceberg.spark.SparkCatalog"
ICEBERG_EXTENSION = "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions"


def jars(line: Line) -> list[Path]:
    """The releases of Delta, Iceberg and the driver of Iceberg's JDBC catalog for a Spark line."""
    names = [f"{name}-{line.id}" for name in ("delta", "delta-storage", "iceberg")] + ["sqlite"]
    command = [str(ROOT / "scripts" / "fetch-jar"), *names]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [Path(row) for row in found.splitlines()]


def conf(case: str, paths: Paths) -> dict[str, str]:
    """The settings of a case; its name begins with its format: `delta_`, `iceberg_` or `both_`."""
    kind = case.partition("_")[0]
    known = {"delta": [DELTA_EXTENSION], "iceberg": [ICEBERG_EXTENSION]}
    extensions = known.get(kind, [ICEBERG_EXTENSION, DELTA_EXTENSION])
    settings = {"spark.sql.extensions": ",".join(extensions)}
    if kind != "iceberg":
        settings |= delta()
    if kind != "delta":
        settings |= iceberg(paths)
    return settings


def delta() -> dict[str, str]:
    """Delta in Spark's own catalog; small tables need few partitions of their log."""
    return {
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.databricks.delta.snapshotPartitions": "1",
        "spark.sql.sources.parallelPartitionDiscovery.parallelism": "2",  # number of tasks of VACUUM
        "spark.databricks.delta.retentionDurationCheck.enabled": "false",
    }


def iceberg(paths: Paths) -> dict[str, str]:
    """Two catalogs: `ice` with files, `lite` in a database."""
    return {
        "spark.sql.catalog.ice": ICEBERG_CATALOG,
        "spark.sql.catalog.ice.type": "hadoop",
        "spark.sql.catalog.ice.warehouse": str(paths.own / "ice"),
        "spark.sql.catalog.lite": ICEBERG_CATALOG,
        "spark.sql.catalog.lite.type": "jdbc",
        "spark.sql.catalog.lite.uri": f"jdbc:sqlite:{paths.own}/lite.db",
        "spark.sql.catalog.lite.jdbc.password": "in-no-event",
        "spark.sql.catalog.lite.jdbc.schema-version": "V1",
        "spark.sql.catalog.lite.warehouse": str(paths.own / "lite"),
    }
