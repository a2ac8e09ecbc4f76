"""The options of a JVM that reads or writes an archive of loaded classes (class data sharing, JEP 350)."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

from headwater._java import java
from headwater._spark import conf_folder
from headwater.errors import SparkError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["check_conf_folder", "java_that_can_archive", "reading", "writing"]

OLDEST_JAVA = 13
_VERSION = re.compile(r'version "(?:1\.)?(\d+)')


def reading(archive: Path) -> str:
    """Return the options with which a driver takes its classes from an archive.

    An archive of another Java or another class path is not used; the JVM then warns and loads its classes as usual.
    """
    return f"{_quoted(f'-XX:SharedArchiveFile={archive}')} {_log('warning')}"


def writing(archive: Path) -> str:
    """Return the options with which a driver writes the classes that it has loaded to an archive when it ends.

    Its warnings name classes that no archive can hold, such as generated ones.
    """
    return f"{_quoted(f'-XX:ArchiveClassesAtExit={archive}')} {_log('error')}"


def check_conf_folder(home: Path) -> None:
    """Raise :class:`~headwater.UsageError` if the folder of Spark's settings has a file.

    Spark puts the folder on the driver's class path before its jars, where Java accepts only empty folders.
    """
    folder = conf_folder(home)
    if folder.is_dir() and any(folder.iterdir()):
        raise UsageError(
            f"the folder {folder} is on the driver's class path and is not empty; Java then neither writes nor reads "
            "an archive of classes: move its settings to a file for --properties-file, and set SPARK_CONF_DIR to an "
            "empty folder"
        )


def _log(level: str) -> str:
    # By default the JVM logs to stdout, where a program may write its result.
    return f"-Xlog:cds*=off -Xlog:cds*={level}:stderr"


def _quoted(option: str) -> str:
    # Spark splits Java options at blanks and understands quotes.
    return f'"{option}"' if any(character.isspace() for character in option) else option


def java_that_can_archive() -> str:
    """Return the version line of the Java that Spark runs on.

    Raises :class:`~headwater.SparkError` if there is none, or if it is older than Java 13, the first that can write an
    archive when it ends (JEP 350).
    """
    command = java()
    output = subprocess.run([command, "-version"], capture_output=True, text=True, check=False).stderr  # noqa: S603  (the user's own Java)
    line = next((line for line in output.splitlines() if "version" in line), output.strip())
    version = _VERSION.search(line)
    if version is None:
        raise SparkError(f"{command} -version does not tell a version: {line}")
    if int(version[1]) < OLDEST_JAVA:
        raise SparkError(
            f"{command} is Java {version[1]}, which cannot write an archive of classes: use Java {OLDEST_JAVA} or newer"
        )
    return line
