"""The JVM inside this process, which JPype starts once and for all."""

from __future__ import annotations

import faulthandler
import importlib
import os
import sys
from pathlib import Path
from typing import Any

from headwater._jars import agent_jar
from headwater._spark import find_spark
from headwater.errors import KitError

__all__ = ["java_class", "start_jvm"]

_OFFLINE = "io.headwater.shell.extensions.python.Offline"
_LOGGING = Path(__file__).with_name("log4j2.properties")
_OPENED = (
    "java.base/java.lang",
    "java.base/java.lang.invoke",
    "java.base/java.lang.reflect",
    "java.base/java.io",
    "java.base/java.net",
    "java.base/java.nio",
    "java.base/java.util",
    "java.base/java.util.concurrent",
    "java.base/java.util.concurrent.atomic",
    "java.base/jdk.internal.ref",
    "java.base/sun.nio.ch",
    "java.base/sun.nio.cs",
    "java.base/sun.security.action",
    "java.base/sun.util.calendar",
    "java.security.jgss/sun.security.krb5",
)
"""What Spark's own launcher opens to it."""


def start_jvm(spark_home: str | Path | None, options: tuple[str, ...]) -> None:
    """Start the JVM, with Spark's jars and the agent's; one that somebody else has started will do if it has both."""
    jpype = _jpype()
    if jpype.isJVMStarted():
        _check_running()
        return
    spark = find_spark(spark_home)
    jars = [str(agent_jar(spark)), *sorted(map(str, (spark.home / "jars").glob("*.jar")))]
    opens = [f"--add-opens={package}=ALL-UNNAMED" for package in _OPENED]
    before = dict(os.environ)
    _leave_signals_to_java()
    # What Spark starts its Python workers with: they find the modules that this process finds.
    os.environ.update({"SPARK_HOME": str(spark.home), "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)})
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        jpype.startJVM(
            "-XX:+IgnoreUnrecognizedVMOptions",
            *opens,
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Djdk.reflect.useDirectMethodHandle=false",
            f"-Dlog4j2.configurationFile={_LOGGING.as_uri()}",
            *options,
            classpath=jars,
        )
    except jpype.JVMNotFoundException as error:
        raise KitError(
            "no Java found: set JAVA_HOME to a Java that this Spark runs on (17 or newer for Spark 4)"
        ) from error
    except OSError as error:
        raise KitError(
            f"the JVM can't be started in this process: {error}; a JVM that was shut down can't be started again "
            "before the process ends"
        ) from error
    else:
        # Java reads the environment once, at its first question.
        jpype.java.lang.System.getenv("SPARK_HOME")
    finally:
        os.environ.clear()
        os.environ.update(before)


def _leave_signals_to_java() -> None:
    """Disable `faulthandler`, which pytest enables, while it has nothing of Java's to undo.

    The JVM lives on SIGSEGV: compiled code finds null and stops for the collector by it. `faulthandler` disabled after
    the JVM's start, as at pytest's end, would put back the handler from before it, and kill the process by the JVM's
    next such signal. What crashes from now on is in Java's own error file.
    """
    faulthandler.disable()


def java_class(name: str) -> Any:  # noqa: ANN401  (JPype's own types)
    """Return a Java class by its full name."""
    return _jpype().JClass(name)


def _jpype() -> Any:  # noqa: ANN401  (an extra, which may not be installed)
    try:
        return importlib.import_module("jpype")
    except ImportError as error:
        raise KitError(
            "Spark runs inside this process through JPype, which is not installed: "
            "pip install 'headwater[testing]', or hand a PySpark session of your own to headwater.testing.use(spark)"
        ) from error


def _check_running() -> None:
    try:
        java_class(_OFFLINE)
    except TypeError as error:
        raise KitError(
            "a JVM runs in this process already, started without Headwater's jar, and a process has but one: start "
            "it through headwater.testing, or add headwater.jars() and Spark's jars to its class path"
        ) from error
