"""The table formats under test: their jars for each Spark line, and their settings."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.e2e.lines import ROOT, Line
from tests.e2e.workspace import Paths

ICEBERG_CATALOG = "org.apache.iceberg.spark.SparkCatalog"
EXTENSIONS = {
    "iceberg": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
    "delta": "io.delta.sql.DeltaSparkSessionExtension",
    "paimon": "org.apache.paimon.spark.extensions.PaimonSparkSessionExtensions",
}


CATALOGS = {"unity"}  # catalogs for tables of several formats
LIBRARIES = {"spark-xml"}  # libraries for files, which tests/lake/test_library_files.py loads
# What Delta's jar needs; the kernel is that of its connector for the DataSource V2 interface.
DELTA_PARTS = ("delta-storage", "delta-kernel", "delta-kernel-defaults")


def listed() -> set[str]:
    """The names of jars in scripts/jars.tsv."""
    return {row.split()[0] for row in (ROOT / "scripts" / "jars.tsv").read_text().splitlines()}


def released(line: str) -> set[str]:
    """The formats, catalogs and libraries that have a release for a Spark line, by scripts/jars.tsv."""
    names = listed()
    return {name for name in EXTENSIONS.keys() | CATALOGS | LIBRARIES if f"{name}-{line}" in names}


def of(case: str) -> set[str]:
    """The formats of a case; its name begins with its format: `delta_`, `iceberg_`, `paimon_` or `both_`."""
    kind = case.partition("_")[0]
    return {"delta", "iceberg"} if kind == "both" else {kind}


def jars(line: Line, *, oldest: bool = False) -> list[Path]:
    """The releases of Delta, Iceberg and Paimon, and the driver of Iceberg's JDBC catalog for a Spark line."""
    found = sorted(released(line.name) - CATALOGS - LIBRARIES)
    parts = DELTA_PARTS if "delta" in found else ()
    names = [release(name, line, oldest=oldest) for name in (*found, *parts)]
    command = [str(ROOT / "scripts" / "fetch-jar"), *filter(None, names), "sqlite"]
    paths = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [Path(row) for row in paths.splitlines()]


def release(name: str, line: Line, *, oldest: bool) -> str | None:
    """The name of a jar in scripts/jars.tsv, if it has one for this line."""
    wanted = [f"{name}-{line.name}"]
    if oldest:
        wanted.insert(0, f"{name}-{line.name}-oldest")
    return next((each for each in wanted if each in listed()), None)


def conf(case: str, paths: Paths) -> dict[str, str]:
    """The settings of a case."""
    formats = of(case)
    extensions = [EXTENSIONS[name] for name in sorted(formats, reverse=True)]
    settings = {"spark.sql.extensions": ",".join(extensions)}
    if "delta" in formats:
        settings |= delta()
    if "iceberg" in formats:
        settings |= iceberg(paths.own)
    if "paimon" in formats:
        settings |= paimon(paths.own)
    return settings


def delta() -> dict[str, str]:
    """Delta in Spark's own catalog; small tables need few partitions of their log."""
    return {
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.databricks.delta.snapshotPartitions": "1",
        "spark.sql.sources.parallelPartitionDiscovery.parallelism": "2",  # number of tasks of VACUUM
        "spark.databricks.delta.retentionDurationCheck.enabled": "false",
    }


def iceberg(folder: Path) -> dict[str, str]:
    """Two catalogs below a folder: `ice` with files, `lite` in a database."""
    return {
        "spark.sql.catalog.ice": ICEBERG_CATALOG,
        "spark.sql.catalog.ice.type": "hadoop",
        "spark.sql.catalog.ice.warehouse": str(folder / "ice"),
        "spark.sql.catalog.lite": ICEBERG_CATALOG,
        "spark.sql.catalog.lite.type": "jdbc",
        "spark.sql.catalog.lite.uri": f"jdbc:sqlite:{folder}/lite.db",
        "spark.sql.catalog.lite.jdbc.password": "in-no-event",
        "spark.sql.catalog.lite.jdbc.schema-version": "V1",
        "spark.sql.catalog.lite.warehouse": str(folder / "lite"),
    }


def paimon(folder: Path) -> dict[str, str]:
    """One catalog of files below a folder."""
    return {
        "spark.sql.catalog.pai": "org.apache.paimon.spark.SparkCatalog",
        "spark.sql.catalog.pai.warehouse": str(folder / "pai"),
    }
