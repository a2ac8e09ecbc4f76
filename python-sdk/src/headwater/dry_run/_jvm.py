"""The JVM inside this process; JPype can start it only once."""

from __future__ import annotations

import faulthandler
import importlib
import importlib.util
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from headwater._jars import agent_jar
from headwater._java import LOGGING
from headwater._spark import find_spark
from headwater.errors import DryRunError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from headwater._spark import SparkInstall

__all__ = ["DRY_RUN", "check_jpype", "is_on_class_path", "java_class", "start_jvm"]

_NO_JPYPE = "Spark runs inside this process through JPype, which is not installed: pip install 'headwater[testing]'"
DRY_RUN = "io.headwater.shell.dryrun.DryRun"
"""The class of the agent that tells the lineage of a query that is not run."""
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
"""The packages that Spark's own launcher opens."""


def start_jvm(spark_home: str | Path | None, options: tuple[str, ...], jars: tuple[Path, ...] = ()) -> None:
    """Start the JVM with Spark's jars, the agent's and ``jars``; use a running JVM if it has those of both."""
    jpype = _jpype()
    if jpype.isJVMStarted():
        _check_running()
        return
    spark = find_spark(spark_home)
    _leave_signals_to_java()
    with _worker_environment(spark.home):
        _start(jpype, spark, options, jars)
        # Java reads the environment only once, when it is first needed.
        jpype.java.lang.System.getenv("SPARK_HOME")


@contextmanager
def _worker_environment(home: Path) -> Iterator[None]:
    """Set the environment of Spark's Python workers, so that they find the same modules as this process."""
    before = dict(os.environ)
    os.environ.update({"SPARK_HOME": str(home), "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)})
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _start(
    jpype: Any,  # noqa: ANN401  (JPype's own types)
    spark: SparkInstall,
    options: tuple[str, ...],
    jars: tuple[Path, ...],
) -> None:
    class_path = [agent_jar(spark), *sorted((spark.home / "jars").glob("*.jar")), *jars]
    opens = [f"--add-opens={package}=ALL-UNNAMED" for package in _OPENED]
    try:
        jpype.startJVM(
            "-XX:+IgnoreUnrecognizedVMOptions",
            *opens,
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Djdk.reflect.useDirectMethodHandle=false",
            f"-Dlog4j2.configurationFile={LOGGING.as_uri()}",
            *options,
            classpath=[str(jar) for jar in class_path],
            interrupt=False,  # Ctrl-C is Python's; Java's own end would leave JPype without a JVM
        )
    except jpype.JVMNotFoundException as error:
        raise DryRunError(
            "no Java found: set JAVA_HOME to a Java that this Spark runs on (17 or newer for Spark 4)"
        ) from error
    except OSError as error:
        raise DryRunError(
            f"the JVM can't be started in this process: {error}; a JVM that was shut down can't be started again "
            "before the process ends"
        ) from error


def _leave_signals_to_java() -> None:
    """Disable `faulthandler`, which pytest enables, before the JVM installs its signal handlers.

    The JVM uses SIGSEGV for null checks and for garbage collection. If `faulthandler` were disabled later, at the end
    of pytest, it would restore the old handler, and the next such signal would kill the process. A crash after this
    call is reported in Java's own error file.
    """
    faulthandler.disable()


def is_on_class_path(jar: Path) -> bool:
    """Return whether the running JVM was started with this jar."""
    return str(jar) in str(java_class("java.lang.System").getProperty("java.class.path")).split(os.pathsep)


def java_class(name: str) -> Any:  # noqa: ANN401  (JPype's own types)
    """Return a Java class by its full name."""
    return _jpype().JClass(name)


def check_jpype() -> None:
    """Raise :class:`~headwater.DryRunError` if JPype is not installed; a command can use no other session."""
    if importlib.util.find_spec("jpype") is None:
        raise DryRunError(_NO_JPYPE)


def _jpype() -> Any:  # noqa: ANN401  (an optional dependency)
    try:
        return importlib.import_module("jpype")
    except ImportError as error:
        raise DryRunError(f"{_NO_JPYPE}, or pass your own PySpark session to headwater.testing.use(spark)") from error


def _check_running() -> None:
    try:
        java_class(DRY_RUN)
    except TypeError as error:
        raise DryRunError(
            "a JVM runs in this process already, started without Headwater's jar, and a process has but one: start "
            "it through headwater.testing, or add headwater.jars() and Spark's jars to its class path"
        ) from error
