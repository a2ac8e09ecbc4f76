"""The TPC-H and TPC-DS texts; they are extracted from Spark's test jar and never committed."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

from .model import BUILD, ROOT

JAR = "tpch-queries"  # its name in scripts/jars.tsv; it also contains TPC-DS


def texts(suite: str) -> dict[str, str]:
    """The SQL of each query of `tpch` or `tpcds`, by the name of its file without suffix."""
    folder = BUILD / "texts" / suite
    if not folder.is_dir():
        _fetch()
    return {p.stem: p.read_text() for p in sorted(folder.glob("*.sql"))}


def _fetch() -> None:
    command = [str(ROOT / "scripts" / "fetch-jar"), JAR]
    jar = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    _unpack(Path(jar), BUILD / "texts")


def _unpack(jar: Path, target: Path) -> None:
    with zipfile.ZipFile(jar) as archive:
        for name in archive.namelist():
            if name.startswith(("tpch/", "tpcds/")) and name.endswith(".sql"):
                archive.extract(name, target)
