"""Runs the commands of many cases in one application, each in the same way.

`spark.test.cases` names the folder of the cases, `spark.test.way` how a command is run. Each case has a session and a
database of its own. The result has the error of each command, by case; None if it has succeeded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JJavaError

from tests.e2e.case import Case, load_all
from tests.e2e.workspace import Paths

QUERIES = ("SELECT", "WITH", "VALUES", "FROM", "TABLE")
Way = Callable[[str], Any]


def run(spark: Any, paths: Paths) -> dict[str, list[str | None]]:  # noqa: ANN401
    cases = [c for c in load_all(Path(spark.conf.get("spark.test.cases"))) if applies(c, spark)]
    url = thrift_server(spark) if spark.conf.get("spark.test.way") == "thrift" else ""
    return {case.name: run_case(spark, case, paths, url) for case in cases}


def applies(case: Case, spark: Any) -> bool:  # noqa: ANN401
    return case.job.suffix == ".sql" and case.runs_on(".".join(spark.version.split(".")[:2]))


def run_case(spark: Any, case: Case, paths: Paths, url: str) -> list[str | None]:  # noqa: ANN401
    with jdbc_session(spark, url) if url else own_session(spark) as (plain, way):
        for statement in set_up(case, paths):
            plain(statement)
        return [error_of(way, s.sql) for s in case.statements(spark.version) if is_command(s.sql)]


@contextmanager
def own_session(spark: Any) -> Iterator[tuple[Way, Way]]:  # noqa: ANN401
    """How a new session runs a statement of the set-up, and a command."""
    session = spark.newSession()
    actions: dict[str, Way] = {
        "plain": session.sql,
        "collect": lambda text: session.sql(text).collect(),
        "show": lambda text: session.sql(text).show(),
    }
    yield session.sql, actions[spark.conf.get("spark.test.way")]


@contextmanager
def jdbc_session(spark: Any, url: str) -> Iterator[tuple[Way, Way]]:  # noqa: ANN401
    connection = spark.sparkContext._jvm.java.sql.DriverManager.getConnection(url)  # noqa: SLF001
    execute = connection.createStatement().execute
    yield execute, execute
    connection.close()


def set_up(case: Case, paths: Paths) -> list[str]:
    """A database of its own for the case, its tables and its settings."""
    settings = {k.removeprefix("spark.hadoop."): v for k, v in case.conf.items()}
    return [
        f"CREATE DATABASE case_{case.name}",
        f"USE case_{case.name}",
        *(f"CREATE TABLE {t} USING parquet LOCATION '{paths.table(t)}'" for t in case.tables),
        *(f"SET {key}={value}" for key, value in settings.items()),
    ]


def is_command(sql: str) -> bool:
    text = sql.upper()
    return not text.startswith(QUERIES) or "INSERT" in text


def error_of(way: Way, sql: str) -> str | None:
    """The kind of error that the statement fails with."""
    try:
        way(sql)
    except Exception as error:  # noqa: BLE001
        text = str(error.java_exception if isinstance(error, Py4JJavaError) else error)
        return text.partition("[")[2].partition("]")[0] or "error"
    return None


def thrift_server(spark: Any) -> str:  # noqa: ANN401
    """Start Spark's JDBC server in this application; its address for Hive's JDBC driver."""
    jvm, context = spark.sparkContext._jvm, spark._jsparkSession.sqlContext()  # noqa: SLF001
    context.setConf("hive.server2.thrift.port", "0")
    context.setConf("hive.server2.thrift.bind.host", "127.0.0.1")
    server = jvm.org.apache.spark.sql.hive.thriftserver.HiveThriftServer2.startWithContext(context)
    services = list(server.getServices())
    port = next(s.getPortNumber() for s in services if "ThriftBinary" in s.getClass().getName())
    jvm.java.lang.Class.forName("org.apache.hive.jdbc.HiveDriver")
    return f"jdbc:hive2://127.0.0.1:{port}/default"
