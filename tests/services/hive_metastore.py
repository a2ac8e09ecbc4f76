"""Hive's metastore server, of the jars of Spark, and sessions that ask it over Thrift."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.lines import Line
from tests.lake import formats
from tests.services.processes import JAVA, Service, folder, free_port, running

SERVER = "org.apache.hadoop.hive.metastore.HiveMetaStore"
CALL = re.compile(r"HiveMetaStore\.audit: .*\bcmd=source:\S+ (\w+)")
LOGGING = """\
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %c: %m%n
"""


@dataclass(frozen=True)
class Metastore(Service):
    """A running metastore, and its log, which has a line for each call."""

    log: Path


def calls(log: Path, database: str) -> Counter[str]:
    """How often each function of the metastore was called from the first call that names a database to the last one."""
    lines = log.read_text().splitlines()
    naming = [n for n, line in enumerate(lines) if re.search(rf"\b{database}\b", line)]
    found = (CALL.search(line) for line in lines[naming[0] : naming[-1] + 1])
    return Counter(call[1] for call in found if call)


@contextmanager
def metastore(line: Line) -> Iterator[Metastore]:
    """An empty metastore, which keeps its tables in a database of its own."""
    with folder() as where:
        port = free_port()
        (where / "hive-log4j2.properties").write_text(LOGGING)
        settings = {
            "javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={where / 'db'};create=true",
            "datanucleus.schema.autoCreateAll": "true",
            "hive.metastore.schema.verification": "false",
            "hive.metastore.warehouse.dir": str(where / "warehouse"),
            "hive.async.log.enabled": "false",
        }
        own = [f"-D{key}={value}" for key, value in settings.items()]
        path = ["-cp", f"{where}:{line.home / 'jars'}/*"]
        with running([*JAVA, *own, *path, SERVER, "-p", str(port)], port, where) as service:
            yield Metastore(port, service.process, where / "log")


def conf(port: int, own: Path) -> dict[str, str]:
    """A session whose tables are in the metastore, those of Iceberg in the catalog `ice`."""
    uri = f"thrift://127.0.0.1:{port}"
    return {
        "spark.test.database": own.name,
        "spark.sql.extensions": ",".join(formats.EXTENSIONS.values()),
        **formats.delta(),
        "spark.sql.catalog.ice": formats.ICEBERG_CATALOG,
        "spark.sql.catalog.ice.type": "hive",
        "spark.sql.catalog.ice.uri": uri,
        "spark.sql.catalog.ice.warehouse": str(own / "ice"),
        "spark.hadoop.hive.metastore.uris": uri,
        "spark.hadoop.hive.metastore.connect.retries": "1",
        "spark.hadoop.hive.metastore.failure.retries": "1",
        "spark.hadoop.hive.metastore.client.connect.retry.delay": "1s",
        "spark.hadoop.hive.exec.dynamic.partition.mode": "nonstrict",
        "spark.hadoop.iceberg.engine.hive.lock-enabled": "false",
    }
