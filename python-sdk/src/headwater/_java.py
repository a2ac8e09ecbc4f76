"""Runs a class of the agent's jar in a JVM with Spark's jars; no Spark is started."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from headwater._jars import agent_jar
from headwater.errors import SparkError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from headwater._spark import SparkInstall

__all__ = ["LOGGING", "java", "run_class"]

LOGGING = Path(__file__).with_name("log4j2.properties")
"""The settings of the log of each JVM that this package starts for itself: errors only."""


def run_class(
    spark: SparkInstall, name: str, input_text: str, jars: Iterable[str] = ()
) -> subprocess.CompletedProcess[str]:
    """Run the ``main`` method of a class with ``input_text`` as its standard input; its errors are printed."""
    class_path = os.pathsep.join([str(agent_jar(spark)), str(spark.home / "jars" / "*"), *jars])
    logging = f"-Dlog4j2.configurationFile={LOGGING.as_uri()}"
    command = [java(), "-Xmx256m", logging, "-cp", class_path, name]
    return subprocess.run(command, input=input_text, stdout=subprocess.PIPE, encoding="utf-8", check=False)  # noqa: S603  (the user's own Java)


def java() -> str:
    """Return the path of the Java that Spark runs on; raises :class:`~headwater.SparkError` if there is none."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java", path=str(Path(home) / "bin") if home else None)  # java.exe on Windows
    if found is None:
        raise SparkError("no Java found: set JAVA_HOME to the Java that Spark runs on")
    return found
