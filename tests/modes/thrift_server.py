"""A Thrift server as users start it: `spark-submit` with the agent's jar in `--jars`, and its clients beeline and PyHive."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from pyhive import hive

from tests.e2e.spark_submit import Driver, environment
from tests.services.processes import free_port, running

SERVER = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"
BEELINE = "org.apache.hive.beeline.BeeLine"
START_TIMEOUT = 300
SESSION_TIMEOUT = 180


@dataclass(frozen=True)
class ThriftServer:
    """A running server."""

    driver: Driver
    port: int

    @property
    def log(self) -> list[str]:
        return (self.driver.folder / "log").read_text(errors="replace").splitlines()

    def beeline(self, user: str, *statements: str) -> None:
        """Run statements in one session of Hive's JDBC driver."""
        url = f"jdbc:hive2://127.0.0.1:{self.port}/default"
        script = self.driver.folder / f"{user}.sql"
        script.write_text("".join(f"{sql};\n" for sql in statements))
        spark_class = self.driver.line.home / "bin" / "spark-class"
        done = subprocess.run(
            [str(spark_class), BEELINE, "-u", url, "-n", user, "-f", str(script)],
            cwd=self.driver.folder,
            env=environment(self.driver.line),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SESSION_TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def pyhive(self, user: str, *statements: str) -> None:
        """Run statements in one session of PyHive, which closes the server's session at its end."""
        with (
            closing(hive.connect("127.0.0.1", self.port, username=user)) as connection,
            closing(connection.cursor()) as cursor,
        ):
            for sql in statements:
                cursor.execute(sql)


@contextmanager
def thrift_server(driver: Driver, conf: dict[str, str]) -> Iterator[ThriftServer]:
    """Start a server; it is stopped by SIGTERM, as stop-thriftserver.sh does."""
    driver.folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    metastore = f"jdbc:derby:;databaseName={driver.folder / 'metastore_db'};create=true"
    settings = conf | {
        "spark.master": "local[2]",
        "spark.hadoop.hive.server2.thrift.port": str(port),
        "spark.hadoop.hive.server2.thrift.bind.host": "127.0.0.1",
        "spark.hadoop.javax.jdo.option.ConnectionURL": metastore,
        "spark.sql.warehouse.dir": str(driver.folder / "warehouse"),
    }
    command = driver.command(["--class", SERVER, "spark-internal"], settings)
    with running(command, port, driver.folder, driver.environment, START_TIMEOUT):
        yield ThriftServer(driver, port)
