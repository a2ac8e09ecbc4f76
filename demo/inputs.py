"""The inputs of the demo, created or fetched once: TPC-H tables and query texts."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

from scripts.console import ROOT
from scripts.step import step

OUT = ROOT / "build" / "demo"


def data(bin_: Path, scale: str) -> Path:
    """The eight tables as parquet, one folder each; `bin_` contains the generator."""
    folder = OUT / f"data-{scale}"
    if not (folder / "done").exists():
        shutil.rmtree(folder, ignore_errors=True)
        what = ["parquet", "-s", scale, "--parts", "1", "-o", str(folder)]
        with step(f"TPC-H data, scale factor {scale}") as made:
            made.run([str(bin_ / "tpchgen-cli"), *what])
        (folder / "done").touch()
    return folder


def texts() -> Path:
    """The 22 queries from Spark's published test jar."""
    folder = OUT / "tpch"
    if not folder.is_dir():
        with step("TPC-H queries") as made:
            jar = made.output([str(ROOT / "scripts" / "fetch-jar"), "tpch-queries"])
        with zipfile.ZipFile(jar) as archive:
            archive.extractall(OUT, [n for n in archive.namelist() if n.startswith("tpch/q")])
    return folder
