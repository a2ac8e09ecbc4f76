"""Runs a PySpark program on empty tables, with all files in a temporary folder, and returns its events."""

from __future__ import annotations

import importlib
import os
import runpy
import shlex
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater._conf import add_to_list
from headwater._jars import agent_jar
from headwater._java import LOGGING
from headwater._spark import find_spark
from headwater._sql_text import notebook_cells, split_statements, statements_of_file
from headwater.dry_run import capture_events, session_of
from headwater.errors import DryRunError
from headwater.planning.filesystems import FileSystems
from headwater.planning.magics import HIDES_LINEAGE, without_magics
from headwater.planning.planning import Planning
from headwater.planning.replacement import replaced
from headwater.planning.report import Report
from headwater.planning.sources import Sources
from headwater.planning.statements import set_up
from headwater.planning.substitutes import substituted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


__all__ = ["PlannedProgram", "plan_program"]

_EXTENSIONS = "spark.sql.extensions"
_SETTINGS = {
    "spark.master": "local[1]",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.databricks.delta.snapshotPartitions": "1",  # Delta's default is 50 tasks for each state of a table
    "spark.sql.catalogImplementation": "in-memory",
    "spark.driver.host": "localhost",
    "spark.driver.bindAddress": "127.0.0.1",
}


@dataclass(frozen=True, slots=True)
class PlannedProgram:
    """The events of a program's queries, what is missing (`problems`), and what a reader must know (`notes`)."""

    events: tuple[Mapping[str, Any], ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]


def plan_program(  # noqa: PLR0913  (independent options)
    program: Path,
    arguments: Sequence[str] = (),
    *,
    setup: Path | None = None,
    jars: Sequence[str] = (),
    packages: Sequence[str] = (),
    conf: Mapping[str, str] | None = None,
    spark_home: str | None = None,
) -> PlannedProgram:
    """Run a script (``.py``) or a notebook (``.ipynb``) without its data; this process must not have a session.

    Raises :class:`~headwater.DryRunError` if it has one, and the errors of :func:`headwater.jars`.
    """
    with tempfile.TemporaryDirectory(prefix="headwater-files-", ignore_cleanup_errors=True) as folder:
        files = FileSystems(Path(folder))
        given = dict(conf or {})
        _prepare_pyspark(jars, packages, spark_home, files.settings_folder())
        session = session_of(_start(program.stem, files, given))
        report = Report(str(Path(importlib.import_module("pyspark").__file__ or "").parent))
        planning = Planning(session, Sources(session, files, report), report, given, program.stem)
        try:
            _set_up(setup, files, planning)
            with capture_events(session=session) as events, substituted(planning):
                _run(program, arguments, planning)
        finally:
            planning.spark.stop()
    return PlannedProgram((*events, *planning.unreached), tuple(report.problems), tuple(report.notes))


def _set_up(setup: Path | None, files: FileSystems, planning: Planning) -> None:
    """Add the file systems, and run the statements that make the tables; those that cannot run are problems."""
    files.use_working_directory(planning.session)
    files.add_from(" ".join(planning.given_settings.values()), planning.session.java)
    for problem in set_up(statements_of_file(setup) if setup else (), files, planning.session):
        planning.report.problems[problem] = None


def _start(name: str, files: FileSystems, given: Mapping[str, str]) -> Any:  # noqa: ANN401  (PySpark's)
    """Start the session; settings of the command line may add to those of planning, but not change them."""
    sql = importlib.import_module("pyspark.sql")
    if sql.SparkSession.getActiveSession() is not None:
        raise DryRunError("a Spark session runs in this process already: plan a program in a new process")
    builder = sql.SparkSession.builder
    settings = {**given, **files.settings(), **_SETTINGS, "spark.app.name": name}
    settings[_EXTENSIONS] = add_to_list(given.get(_EXTENSIONS), settings[_EXTENSIONS])
    for key, value in settings.items():
        builder = builder.config(key, value)
    with _ended_with_the_start():
        session = builder.getOrCreate()
    builder._options.clear()  # noqa: SLF001  (all builders of a process share it: the program begins without settings)
    return session


@contextmanager
def _ended_with_the_start() -> Iterator[None]:
    """End the JVM if its start is interrupted; PySpark would leave it, waiting for a file that is gone."""
    launcher = importlib.import_module("pyspark.java_gateway")
    processes: list[subprocess.Popen[Any]] = []

    class RecordedPopen(subprocess.Popen[Any]):
        def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  (those of Popen)
            super().__init__(*args, **kwargs)
            processes.append(self)

    with replaced(launcher, "Popen", RecordedPopen):
        try:
            yield
        except BaseException:
            for process in processes:
                process.kill()
            raise


def _prepare_pyspark(jars: Sequence[str], packages: Sequence[str], home: str | None, settings_folder: Path) -> None:
    """Make PySpark of the chosen Spark importable, and set the command line of its JVM."""
    spark = find_spark(home)
    os.environ["SPARK_HOME"] = str(spark.home)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # The machine's own settings may name real catalogs, file systems and listeners.
    for variable in ("SPARK_REMOTE", "SPARK_CONNECT_MODE_ENABLED", "HADOOP_CONF_DIR", "YARN_CONF_DIR"):
        os.environ.pop(variable, None)
    os.environ["SPARK_CONF_DIR"] = str(settings_folder)
    log = f"-Dlog4j2.configurationFile={LOGGING.as_uri()}"
    options = ["--master", "local[1]", "--jars", ",".join([str(agent_jar(spark)), *jars]), "--driver-java-options", log]
    options += ["--packages", ",".join(packages)] if packages else []
    os.environ["PYSPARK_SUBMIT_ARGS"] = shlex.join([*options, "pyspark-shell"])
    _add_pyspark(spark.home)


def _add_pyspark(home: Path) -> None:
    """Make PySpark of the chosen Spark importable, whether it is a package or a distribution."""
    if home.name == "pyspark":
        sys.path.insert(0, str(home.parent))
    elif (home / "python" / "pyspark").is_dir():
        sys.path[:0] = [str(home / "python"), *map(str, (home / "python" / "lib").glob("py4j-*.zip"))]


def _run(program: Path, arguments: Sequence[str], planning: Planning) -> None:
    with _as_main(program, arguments):
        try:
            if program.suffix == ".ipynb":
                _run_cells(program, planning)
            else:
                runpy.run_path(str(program), run_name="__main__")
        except SystemExit as end:
            if end.code not in (None, 0):  # which may be any object
                planning.report.failed(end)
        except Exception as error:  # noqa: BLE001  (the program's)
            planning.report.failed(error)


def _run_cells(notebook: Path, planning: Planning) -> None:
    """Run the cells in one namespace, which has ``spark`` and ``sc``, as the notebooks of platforms have."""
    spark = planning.spark
    own = {"spark": spark, "sc": spark.sparkContext, "display": lambda *_: None}
    namespace: dict[str, Any] = {"__name__": "__main__", **own}
    for number, (language, text) in enumerate(notebook_cells(notebook), 1):
        if language == "sql":
            for statement in split_statements(text):
                spark.sql(statement)
        else:
            code, left_out = without_magics(text)
            for magic in left_out:
                lines = planning.report.problems if magic in HIDES_LINEAGE else planning.report.notes
                lines[f"{notebook.name} cell {number}: {magic} is not run"] = None
            # Without what this module imports from __future__: PySpark reads the annotations of functions.
            compiled = compile(code, f"{notebook.name} cell {number}", "exec", dont_inherit=True)
            exec(compiled, namespace)  # noqa: S102  (the user's program)


@contextmanager
def _as_main(program: Path, arguments: Sequence[str]) -> Iterator[None]:
    """Set what a program reads of its command line, and the folder from which it imports."""
    folder = str(program.resolve().parent)
    with (
        replaced(sys, "argv", [str(program), *arguments]),
        replaced(sys, "path", [folder, *sys.path]),
    ):
        yield
