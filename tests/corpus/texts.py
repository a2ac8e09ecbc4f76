"""The input files of a Spark line and the data that they read; taken from Spark's test jar, never committed."""

from __future__ import annotations

import shutil
import zipfile
from fnmatch import fnmatch
from functools import partial
from pathlib import Path, PurePosixPath

from tests.corpus.inputs import Input, Settings, parse
from tests.e2e.lines import ROOT, fetched

INPUTS = "sql-tests/inputs/"
DATA = "test-data/postgresql/"
IGNORED = "ignored.sql"  # Spark's suite ignores it, too: it tests that


def folder(line: str) -> Path:
    """The folder with the inputs and the data of a line; unpacked if it is not there."""
    target = ROOT / "build" / "corpus" / "texts" / line
    if not target.is_dir():
        partial = target.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        with zipfile.ZipFile(jar(line)) as archive:
            wanted = [n for n in archive.namelist() if n.startswith((INPUTS, DATA))]
            archive.extractall(partial, wanted)
        partial.rename(target)
    return target


def jar(line: str) -> Path:
    """Spark's test jar of a line, or of the newest line that has published one."""
    return fetched(f"corpus-{line}")


def load(line: str, glob: str = "*") -> list[Input]:
    """The parsed files of a line whose name, a path below `inputs`, matches."""
    root = folder(line) / INPUTS
    names = sorted(str(path.relative_to(root)) for path in root.rglob("*.sql"))
    return [
        parse(name, (root / name).read_text(), partial(text_of, root))
        for name in names
        if fnmatch(name, glob) and name != IGNORED
    ]


def text_of(root: Path, imported: str) -> str:
    """The text of a file that another file imports by its name, without its folder."""
    return min(root.rglob(imported), key=lambda path: len(path.parts)).read_text()


def folder_settings(name: str, line: str) -> Settings:
    """What Spark's suite sets for a file because of the folder that it is in."""
    folders = PurePosixPath(name).parts[:-1]
    ansi = "nonansi" not in folders
    if line == "3.5":
        ansi = "ansi" in folders or "postgreSQL" in folders
    found = {"spark.sql.ansi.enabled": str(ansi).lower()}
    if "timestampNTZ" in folders:
        found["spark.sql.timestampType"] = "TIMESTAMP_NTZ"
    if "postgreSQL" in folders and line == "3.5":
        found["spark.sql.legacy.interval.enabled"] = "true"
    return found
