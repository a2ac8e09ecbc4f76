"""The doctests of one module of PySpark in a process of its own."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from tests.e2e.lines import Line, pandas_packages
from tests.spark_suites import process
from tests.spark_suites.outcome import SuiteEndedError, TestResults

HERE = Path(__file__).resolve().parent


def has(line: Line, module: str) -> bool:
    """Whether the line of Spark has the module with a session for doctests. Spark 4 has moved some of them."""
    file = line.home.parent / f"{module.replace('.', '/')}.py"
    return file.is_file() and "\ndef _test(" in file.read_text()


def run(
    line: Line, module: str, folder: Path, jars: list[Path], conf: dict[str, str]
) -> TestResults:
    """Run the doctests with these settings; those that are not Spark's are properties of the JVM.

    Raises SuiteEndedError if there are no results, also because they have not ended after `process.LIMIT` seconds.
    """
    folder.mkdir(parents=True)
    results = folder / "results.json"
    command = [str(line.python), str(HERE / "in_spark" / "doctests.py"), module, str(results)]
    environment = {
        "SPARK_HOME": str(line.home),
        "SPARK_TESTING": "1",  # as Spark's own build does
        "PYSPARK_PYTHON": str(line.python),
        "PYTHONPATH": pandas_packages(),
        "PYARROW_IGNORE_TIMEZONE": "1",  # the pandas API asks for it
        "PYSPARK_SUBMIT_ARGS": shlex.join(arguments(folder, jars, conf)),
    }
    process.execute(command, folder, environment)
    states: dict[str, bool] = json.loads(results.read_text()) if results.is_file() else {}
    if not states:
        raise SuiteEndedError(f"{module} has no results; its output is in {folder}/out.txt")
    passed = frozenset(name for name, is_passed in states.items() if is_passed)
    return TestResults(passed, frozenset(states) - passed)


def arguments(folder: Path, jars: list[Path], conf: dict[str, str]) -> list[str]:
    """Those of spark-submit. Some modules make their sessions in Spark's own folder, where no files must stay."""
    properties = {
        **{key: value for key, value in conf.items() if not key.startswith("spark.")},
        **process.properties(folder, folder),
    }
    settings = {
        **{key: value for key, value in conf.items() if key.startswith("spark.")},
        "spark.driver.memory": "3g",
        "spark.driver.extraClassPath": ":".join(map(str, jars)),
        "spark.driver.extraJavaOptions": " ".join(f"-D{k}={v}" for k, v in properties.items()),
        "spark.sql.warehouse.dir": f"{folder}/warehouse",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    return [*(f"--conf={key}={value}" for key, value in settings.items()), "pyspark-shell"]
