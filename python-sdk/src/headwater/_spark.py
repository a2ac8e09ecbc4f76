"""Finds the Spark installation by its files; no JVM is started and PySpark is not imported."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from headwater._platform import is_windows
from headwater.errors import SparkNotFoundError, UnsupportedSparkError

__all__ = ["SparkInstall", "conf_folder", "find_spark"]

OLDEST = (3, 3)
SCALAS = ("2.12", "2.13")
_CORE = re.compile(r"spark-core_(\d+\.\d+)-(\d+\.\d+.*)\.jar")
_SCALA = re.compile(r".*scala-library[-_](?:org\.scala-lang__scala-library__)?(\d+\.\d+)\..*\.jar")
_RELEASE = re.compile(r"Spark (\d+\.\d+\S*)")
_PACKAGES = ("lib/python3.*/site-packages/pyspark", "Lib/site-packages/pyspark")
_PYTHON_VERSION = re.compile(r"""__version__[^=]*=\s*["']([^"']+)["']""")


@dataclass(frozen=True, slots=True)
class SparkInstall:
    """A Spark distribution: its folder, its version and its Scala version."""

    home: Path
    version: str
    scala: str

    @property
    def submit(self) -> Path:
        """Path of ``spark-submit`` in this distribution."""
        return self.home / "bin" / ("spark-submit.cmd" if is_windows() else "spark-submit")


def conf_folder(home: Path) -> Path:
    """Return the folder from which the Spark in ``home`` reads ``spark-defaults.conf``."""
    return Path(os.environ.get("SPARK_CONF_DIR") or home / "conf")


def find_spark(home: str | Path | None = None) -> SparkInstall:
    """Return the Spark that a program on this machine would use.

    Search order: ``home``, ``$SPARK_HOME``, the ``pyspark`` package, the ``spark-submit`` on the ``PATH``. Raises
    :class:`~headwater.SparkNotFoundError` or :class:`~headwater.UnsupportedSparkError`.
    """
    if home is not None:
        return _inspect(Path(home), "the given Spark home")
    if variable := os.environ.get("SPARK_HOME"):
        return _inspect(Path(variable), "$SPARK_HOME")
    if (package := _pyspark_home()) is not None:
        return _inspect(package, "the pyspark package")
    if (on_path := _home_on_path()) is not None:
        return _inspect(on_path, "the spark-submit on the PATH")
    raise SparkNotFoundError(
        "no Spark found: $SPARK_HOME is not set, the pyspark package is not installed, and no spark-submit is on the "
        "PATH; set SPARK_HOME or run `pip install pyspark`"
    )


def _pyspark_home() -> Path | None:
    spec = importlib.util.find_spec("pyspark")
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def _home_on_path() -> Path | None:
    found = shutil.which("spark-submit")
    if found is None:
        return None
    prefix = Path(found).resolve().parent.parent
    # The others are virtual environments with PySpark; the last one is that of Windows.
    packages = (found for form in _PACKAGES for found in sorted(prefix.glob(form)))
    homes = [prefix, *packages]
    return next((home for home in homes if (home / "jars").is_dir()), None)


def _inspect(home: Path, where: str) -> SparkInstall:
    jars = home / "jars"
    if not jars.is_dir():
        raise SparkNotFoundError(
            f"{where} is {home}, which has no folder jars: it is not a complete Spark distribution"
        )
    names = sorted(path.name for path in jars.glob("*.jar"))
    core = next((match for name in names if (match := _CORE.fullmatch(name))), None)
    if core is not None:
        scala, version = core.group(1), core.group(2)
    else:
        library = next((match for name in names if (match := _SCALA.fullmatch(name))), None)
        if library is None:
            raise UnsupportedSparkError(f"can't tell the Scala of {where} ({home}): no spark-core or scala-library jar")
        scala, version = library.group(1), _stated_version(home, where)
    return _supported(SparkInstall(home.resolve(), version, scala), where)


def _stated_version(home: Path, where: str) -> str:
    for path, pattern in ((home / "RELEASE", _RELEASE), (home / "version.py", _PYTHON_VERSION)):
        if path.is_file() and (match := pattern.search(path.read_text(encoding="utf-8", errors="replace"))):
            return match.group(1)
    raise UnsupportedSparkError(f"can't tell the version of {where} ({home}): no spark-core jar and no RELEASE file")


def _supported(spark: SparkInstall, where: str) -> SparkInstall:
    numbers = re.findall(r"\d+", spark.version)[:2]
    if tuple(map(int, numbers)) < OLDEST:
        raise UnsupportedSparkError(
            f"{where} is Spark {spark.version} ({spark.home}); Headwater needs {'.'.join(map(str, OLDEST))} or newer"
        )
    if spark.scala not in SCALAS:
        raise UnsupportedSparkError(
            f"{where} is built with Scala {spark.scala} ({spark.home}); there are agents for {' and '.join(SCALAS)}"
        )
    return spark
