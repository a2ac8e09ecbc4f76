"""Locations of the agent's jars: in the wheel, or in ``dist/`` of the checkout that the package is installed from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from headwater._spark import find_spark
from headwater.errors import JarNotFoundError

if TYPE_CHECKING:
    from headwater._spark import SparkInstall

__all__ = ["agent_jar", "jars"]

_PACKAGE = Path(__file__).resolve().parent


def jars(spark_home: str | Path | None = None) -> list[str]:
    """Return the absolute paths of the jars for the Spark in use: a list with one path.

    The Spark is that of ``spark_home``, else of ``$SPARK_HOME``, else the ``pyspark`` package, else the
    ``spark-submit`` on the ``PATH``. No process is started. The environment variable ``HEADWATER_DIST`` names a folder
    of jars to use instead. Raises :class:`~headwater.SparkError` or :class:`~headwater.JarNotFoundError`.
    """
    return [str(agent_jar(find_spark(spark_home)))]


def agent_jar(spark: SparkInstall) -> Path:
    """Return the agent's jar for a Spark installation."""
    name = f"headwater-agent_{spark.scala}.jar"
    folders = _folders()
    found = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if found is None:
        looked = " or ".join(str(folder) for folder in folders)
        raise JarNotFoundError(
            f"{name}, for Spark {spark.version} in {spark.home}, is not in {looked}; in a checkout of Headwater, run "
            "`make jar`"
        )
    return found.resolve()


def _folders() -> list[Path]:
    if override := os.environ.get("HEADWATER_DIST"):
        return [Path(override)]
    checkout = _PACKAGE.parents[2]
    in_checkout = [checkout / "dist"] if (checkout / "VERSION").is_file() else []
    return [_PACKAGE / "jars", *in_checkout]
