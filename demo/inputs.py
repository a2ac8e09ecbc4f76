"""The inputs of the demo, created or fetched once: TPC-H tables and query texts."""

from __future__ import annotations

import shutil
import subprocess
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "build" / "demo"
STARTED = time.monotonic()


def log_progress(text: str) -> None:
    """Print one line of progress."""
    print(f"demo [{time.monotonic() - STARTED:5.1f} s] {text}", flush=True)


def data(bin_: Path, scale: str) -> Path:
    """The eight tables as parquet, one folder each; `bin_` contains the generator."""
    folder = OUT / f"data-{scale}"
    if not (folder / "done").exists():
        log_progress(f"generating TPC-H data, scale factor {scale}")
        shutil.rmtree(folder, ignore_errors=True)
        what = ["parquet", "-s", scale, "--parts", "1", "-o", str(folder)]
        subprocess.run([str(bin_ / "tpchgen-cli"), *what], check=True, stdout=subprocess.DEVNULL)
        (folder / "done").touch()
    return folder


def texts() -> Path:
    """The 22 queries from Spark's published test jar."""
    folder = OUT / "tpch"
    if not folder.is_dir():
        log_progress("fetching the TPC-H query texts with Maven")
        fetch = [str(ROOT / "scripts" / "fetch-jar"), "tpch-queries"]
        jar = subprocess.run(fetch, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        with zipfile.ZipFile(jar) as archive:
            archive.extractall(OUT, [n for n in archive.namelist() if n.startswith("tpch/q")])
    return folder
