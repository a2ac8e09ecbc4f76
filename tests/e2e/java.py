"""Jars of Java classes that a test brings with it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile


def jar(path: Path, sources: Iterable[Path], classpath: str, release: str = "8") -> Path:
    """Compile the sources for a release of Java, and make a jar of their classes."""
    classes = path.with_suffix("")
    classes.mkdir(parents=True)
    options = ["-nowarn", "-Xlint:-options", "--release", release, "-cp", classpath]
    command = ["javac", *options, "-d", str(classes), *map(str, sources)]
    subprocess.run(command, check=True, capture_output=True)
    with ZipFile(path, "w") as archive:
        for file in classes.rglob("*.class"):
            archive.write(file, file.relative_to(classes))
    return path
