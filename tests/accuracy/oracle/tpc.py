"""The TPC-H and TPC-DS texts: taken from Spark's own test jar by its Maven coordinates, never committed."""

from __future__ import annotations

import subprocess
import zipfile
from typing import TYPE_CHECKING

from .model import BUILD

if TYPE_CHECKING:
    from pathlib import Path

ARTIFACT = "org.apache.spark:spark-sql_2.13:4.0.1:jar:tests"


def texts(suite: str) -> dict[str, str]:
    """The SQL of each query of `tpch` or `tpcds`, by its file's stem."""
    folder = BUILD / "texts" / suite
    if not folder.is_dir():
        _fetch()
    return {p.stem: p.read_text() for p in sorted(folder.glob("*.sql"))}


def _fetch() -> None:
    target = BUILD / "texts"
    target.mkdir(parents=True, exist_ok=True)
    for goal in (
        ["dependency:get", f"-Dartifact={ARTIFACT}", "-Dtransitive=false"],
        ["dependency:copy", f"-Dartifact={ARTIFACT}", f"-DoutputDirectory={target}"],
    ):
        subprocess.run(["mvn", "-q", "-B", *goal], check=True)
    _unpack(next(target.glob("spark-sql*tests.jar")), target)


def _unpack(jar: Path, target: Path) -> None:
    with zipfile.ZipFile(jar) as archive:
        for name in archive.namelist():
            if name.startswith(("tpch/", "tpcds/")) and name.endswith(".sql"):
                archive.extract(name, target)
