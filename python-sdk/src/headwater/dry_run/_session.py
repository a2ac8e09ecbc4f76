"""A Spark session for planning queries, through JPype or through PySpark's gateway.

Both let Python call Java methods by name, so that the rest of the package does not depend on which one is used.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater._sql_text import statements_of_file
from headwater.dry_run._jvm import DRY_RUN, is_on_class_path, java_class, start_jvm
from headwater.errors import DryRunError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["Session", "current_session", "open_session", "session_of", "use"]

_JVM_OPTIONS = ("-Xmx1g", "-XX:+UseSerialGC")
_current: Session | None = None
_inside: Session | None = None


class Session:
    """A session: ``java`` is its ``SparkSession`` as a Java object, ``java_class`` finds further classes."""

    def __init__(self, java: Any, classes: Callable[[str], Any], pyspark: Any = None) -> None:  # noqa: ANN401
        self.java = java
        self.java_class = classes
        self.pyspark = pyspark
        """The PySpark session, or ``None`` if Spark runs inside this process."""

    def sql(self, text: str) -> Any:  # noqa: ANN401  (a DataFrame of PySpark's, or Java's)
        """Run a statement like ``spark.sql``, for example to create tables for a test."""
        return (self.pyspark or self.java).sql(text)

    def read(self, source: str, **options: str) -> Any:  # noqa: ANN401  (a DataFrame of PySpark's, or Java's)
        """Return the DataFrame of a data source with these options; no data is read."""
        reader = self.pyspark.read if self.pyspark is not None else self.java.read()
        reader = reader.format(source)
        for key, value in options.items():
            reader = reader.option(key, value)
        return reader.load()

    def run_file(self, path: Path) -> None:
        """Run the statements of a SQL file, or of the SQL cells of a notebook; semicolons separate them."""
        for statement in statements_of_file(path):
            self.sql(statement)

    def add_jar(self, path: str | Path) -> None:
        """Add a jar, for example a data source, to the session's class path.

        Spark loads its classes twice, for the session and for the executor, so that they share no static state. Jars of
        `open_session` are loaded once.
        """
        self.sql(f"ADD JAR '{Path(path).absolute().as_uri()}'")  # a backslash in SQL text is an escape

    def query_of(self, frame: Any) -> Any:  # noqa: ANN401  (a DataFrame of PySpark's, or Java's)
        """Return the ``QueryExecution`` of a DataFrame of this session."""
        inner = getattr(frame, "_jdf", None)
        if inner is not None and self.pyspark is None:
            raise DryRunError(
                "this DataFrame belongs to PySpark, but the current session runs inside this process, in another "
                "JVM: call headwater.testing.use(spark) with the DataFrame's own session first"
            )
        if inner is None and type(frame).__module__.startswith("pyspark.sql.connect"):
            raise DryRunError("a DataFrame of Spark Connect has no plan on this side: test with a classic session")
        if inner is None and self.pyspark is not None:
            raise DryRunError(
                f"{_short(frame)} is not a PySpark DataFrame: the session in use is PySpark's, and can't plan what "
                "belongs to another JVM; give SQL text, or a DataFrame of that session"
            )
        owner = frame if inner is None else inner
        if not hasattr(owner, "queryExecution"):
            raise DryRunError(f"{_short(frame)} is neither SQL text nor a DataFrame")
        return owner.queryExecution()

    def stop(self) -> None:
        """Stop Spark; the JVM stays, and the next session uses it."""
        global _current, _inside  # noqa: PLW0603  (a process has one JVM, and so one session)
        (self.pyspark or self.java).stop()
        _current = None if _current is self else _current
        _inside = None if _inside is self else _inside


def open_session(
    *,
    spark_home: str | Path | None = None,
    jars: Iterable[str | Path] = (),
    conf: Mapping[str, str] | None = None,
    jvm_options: Iterable[str] = _JVM_OPTIONS,
) -> Session:
    """Start Spark inside this process, or return the session that runs here.

    It becomes the current session. The warehouse is a temporary folder, the catalog is in memory, there is no UI, and a
    shuffle has one partition. ``conf`` holds further settings; it is ignored if the session runs already. A process has
    one JVM: its options, its Spark and its class path with ``jars`` are those of the first call; jars of a later call
    are added to the session. This needs ``headwater[testing]`` and a Java that Spark supports; a PySpark session in the
    same process is allowed. Raises :class:`~headwater.DryRunError` if the JVM cannot be started.
    """
    global _current, _inside  # noqa: PLW0603  (a process has one JVM, and so one session)
    paths = [_existing(jar) for jar in jars]
    if _inside is None:
        start_jvm(spark_home, tuple(jvm_options), tuple(paths))
        _inside = Session(_started(dict(conf or {})), java_class)
    _current = _inside
    for path in paths:
        if not is_on_class_path(path):
            _inside.add_jar(path)
    return _inside


def use(spark: Any) -> Session:  # noqa: ANN401  (PySpark is not a dependency)
    """Use this PySpark session for planning; create it with ``headwater.configure``, so that it has the agent's jar."""
    global _current  # noqa: PLW0603  (the current session of the process)
    if _current is None or _current.pyspark is not spark:
        _current = session_of(spark)
    return _current


def session_of(spark: Any) -> Session:  # noqa: ANN401  (PySpark is not a dependency)
    """Return a PySpark session for planning, which is not the current one; raise ``DryRunError`` if it has no jar."""
    java = getattr(spark, "_jsparkSession", None)
    if java is None:
        raise DryRunError(f"{_short(spark)} is not a classic PySpark session, whose driver is on this machine")
    jvm = spark._jvm  # noqa: SLF001  (the only way to PySpark's JVM)

    def classes(name: str) -> Any:  # noqa: ANN401  (py4j's own types)
        found = jvm
        for part in name.split("."):
            found = getattr(found, part)
        return found

    if type(classes(DRY_RUN)).__name__ != "JavaClass":
        raise DryRunError(
            "this PySpark session has no Headwater: make it with "
            "headwater.configure(SparkSession.builder).getOrCreate(), in a process that has no session yet"
        )
    return Session(java, classes, spark)


def current_session() -> Session:
    """Return the current session; start one inside this process if there is none."""
    return _current or open_session()


def _existing(jar: str | Path) -> Path:
    path = Path(jar).absolute()
    if not path.is_file():
        raise DryRunError(f"the jar {path} does not exist; build it before the session starts")
    return path


def _started(conf: dict[str, str]) -> Any:  # noqa: ANN401  (a Java object)
    folder = tempfile.mkdtemp(prefix="headwater-warehouse-")
    settings = {
        "spark.master": "local[2]",
        "spark.app.name": "headwater-testing",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.catalogImplementation": "in-memory",
        # Spark 3 makes tables of Hive where a statement names no format; this catalog cannot have them.
        "spark.sql.legacy.createHiveTableByDefault": "false",
        "spark.sql.warehouse.dir": folder,
        "spark.driver.host": "localhost",
        "spark.driver.bindAddress": "127.0.0.1",
        **conf,
    }
    builder = java_class("org.apache.spark.sql.SparkSession").builder()
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext().setLogLevel("ERROR")
    # Stop Spark before JPype ends the JVM, which waits for Spark's threads.
    atexit.register(_end, session, folder)
    return session


def _end(session: Any, folder: str) -> None:  # noqa: ANN401  (a Java object)
    session.stop()
    shutil.rmtree(folder, ignore_errors=True)


def _short(thing: object) -> str:
    text = f"{thing!r}"
    return text if len(text) <= 80 else f"{text[:77]}..."  # noqa: PLR2004  (fits on one line)
