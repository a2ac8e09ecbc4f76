"""Runs inside PySpark: `spark-submit driver.py MANIFEST`. Each job has its own SparkContext, all in one JVM.

The manifest lists the jobs; the results, one JSON object per job, go to `MANIFEST.results`.
"""

from __future__ import annotations

import json
import runpy
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pyspark import SparkContext
from pyspark.sql import SparkSession

from tests.e2e import fixture_data
from tests.e2e.case import Statement, load
from tests.e2e.workspace import Paths

LISTENER = "io.openlineage.spark.agent.OpenLineageSparkListener"
QUERIES = ("SELECT", "WITH", "VALUES", "FROM", "TABLE")


def session(name: str, conf: dict[str, str]) -> Any:  # noqa: ANN401 - PySpark is untyped here
    builder = SparkSession.builder.appName(name).master("local[2]")
    for key, value in conf.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def settings(job: dict[str, Any], paths: Paths) -> dict[str, str]:
    """The settings of every job; its own settings take precedence."""
    own = {
        "spark.sql.warehouse.dir": str(paths.own / "warehouse"),
        "spark.sql.catalogImplementation": "hive" if job["hive"] else "in-memory",
        "spark.hadoop.javax.jdo.option.ConnectionURL": (
            f"jdbc:derby:;databaseName={paths.own / 'metastore'};create=true"
        ),
    }
    if job["agent"]:
        own["spark.extraListeners"] = LISTENER
    return own | dict(job["conf"])


def wait_for_listeners(spark: Any) -> None:  # noqa: ANN401
    """Wait until the listeners have processed all events, and until the next millisecond."""
    spark.sparkContext._jsc.sc().listenerBus().waitUntilEmpty()
    now = time.time_ns() // 1_000_000
    while time.time_ns() // 1_000_000 == now:
        pass


def log_marker(text: str) -> None:
    """Write a line to the driver's log that marks the start of a job."""
    SparkContext._ensure_initialized()
    SparkContext._jvm.org.apache.logging.log4j.LogManager.getLogger("e2e").warn(text)


@contextmanager
def failing(expected: str | None) -> Iterator[None]:
    """Require that the body fails with a message that contains the text; with None it must succeed."""
    try:
        yield
    except Exception as error:
        if expected is None or expected not in str(error):
            raise
    else:
        if expected is not None:
            raise AssertionError(f"nothing failed with {expected!r}")


def run_sql(spark: Any, statements: list[Statement]) -> None:  # noqa: ANN401
    for statement in statements:
        with failing(statement.fails):
            frame = spark.sql(statement.sql)
            if statement.sql.upper().startswith(QUERIES):
                frame.collect()


def run_python(script: str, spark: Any, paths: Paths) -> Any:  # noqa: ANN401
    """Call `run(spark, paths)` of a script and return its result."""
    job: Callable[[Any, Paths], Any] = runpy.run_path(script)["run"]
    return job(spark, paths)


def run_script(spark: Any, job: dict[str, Any], paths: Paths) -> Any:  # noqa: ANN401
    if job["script"].endswith(".sql"):
        return run_sql(spark, load(Path(job["script"]).parent).statements(spark.version))
    return run_python(job["script"], spark, paths)


def run_job(job: dict[str, Any], data: Path) -> dict[str, Any]:
    """Run a job in a new SparkContext; an error is part of the result."""
    paths = Paths(data, Path(job["folder"]))
    paths.own.mkdir(parents=True, exist_ok=True)
    result: dict[str, Any] = {"name": job["name"], "error": None, "value": None, "since": 0}
    for name, text in job["files"].items():
        Path(name).write_text(text)
    log_marker(f"begin {job['name']}")
    spark = session(job["name"], settings(job, paths))
    started = time.monotonic()
    try:
        for table in job["tables"]:
            spark.sql(f"CREATE TABLE {table} USING parquet LOCATION '{paths.table(table)}'")
        wait_for_listeners(spark)
        result["since"] = time.time_ns() // 1_000_000
        started = time.monotonic()
        result["value"] = run_script(spark, job, paths)
        if job["wait_for_events"]:
            wait_for_listeners(spark)
    except BaseException as error:
        result["error"] = f"{type(error).__name__}: {error}"
    ended = time.monotonic()
    spark.stop()
    result |= {"seconds": ended - started, "stop": time.monotonic() - ended}
    for name in job["files"]:
        Path(name).unlink()
    return result


def main(manifest: Path) -> None:
    content = json.loads(manifest.read_text())
    data = Path(content["data"])
    if not data.exists():
        spark = session("fixtures", {"spark.sql.catalogImplementation": "in-memory"})
        fixture_data.write(spark, data)
        spark.stop()
    with manifest.with_suffix(".results").open("w") as results:
        for job in content["jobs"]:
            results.write(json.dumps(run_job(job, data)) + "\n")
            results.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
