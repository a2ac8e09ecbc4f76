"""The services and the single JVM run that the tests of a session share."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.e2e import events as ev
from tests.e2e import options
from tests.e2e.lines import ROOT, Line
from tests.e2e.spark_submit import Driver, Job, JobResult, file_transport
from tests.lake import formats
from tests.services import hive_metastore, iceberg, processes
from tests.services.hdfs import Cluster, hdfs
from tests.services.hive_metastore import Metastore
from tests.services.written import Written

HERE = Path(__file__).resolve().parent
SERVICES_LINE = "4.0"  # of the jobs of all services; other lines run those of databases and Kafka
DATABASE_JARS = ("postgresql", "mysql-connector")
KAFKA_JARS = (
    "spark-kafka-{line}",
    "spark-kafka-token-{line}",
    "kafka-clients",
    "commons-pool2",
    "delta-{line}",
    "delta-storage-{line}",
)
METASTORE_LOG = "metastore.log"  # its calls
# The promise for `spark.stop()` is the default of stopTimeoutMillis; a busy machine may add to it.
PROMISED_SECONDS = 5.0
NOISE_SECONDS = 5.0
JARS = (*DATABASE_JARS, *KAFKA_JARS, "iceberg-{line}")
S3_KEYS = ("AKIAHEADWATER", "s3cr3tS3KEY")
DRIVERS = {"postgresql": "org.postgresql.Driver", "mariadb": "com.mysql.cj.jdbc.Driver"}
TABLES = """
CREATE TABLE customers (id INT, name VARCHAR(50), email VARCHAR(50));
CREATE TABLE orders (id INT, customer_id INT, amount DOUBLE PRECISION, status VARCHAR(10));
CREATE TABLE target (id INT, amount DOUBLE PRECISION);
INSERT INTO customers VALUES (1, 'Ann', 'ann@example.com'), (2, 'Bob', 'bob@example.com');
INSERT INTO orders VALUES (1, 1, 10.5, 'open'), (2, 1, 20, 'paid'), (3, 2, 5, 'open');
"""


@dataclass(frozen=True)
class Outcome:
    """The events of one job."""

    folder: Path
    port: int
    error: str | None
    seconds: float
    stop: float

    @property
    def completed(self) -> list[ev.Event]:
        """The COMPLETE events of the job, which must have succeeded."""
        assert self.error is None, self.error
        return [e for e in ev.read(self.folder / "events.jsonl") if e["eventType"] == "COMPLETE"]

    @property
    def text(self) -> str:
        """All events as text; the job must have succeeded."""
        assert self.error is None, self.error
        return (self.folder / "events.jsonl").read_text()

    def written(self, dataset: str) -> Written:
        """The one completed run that wrote a dataset whose name has this suffix."""
        complete = self.completed
        found = [
            Written(e, o) for e in complete for o in e["outputs"] if o["name"].endswith(dataset)
        ]
        names = [o["name"] for e in complete for o in e["outputs"]]
        assert len(found) == 1, f"{len(found)} of {names} end with {dataset}"
        return found[0]


def pytest_addoption(parser: pytest.Parser) -> None:
    options.declare(parser)


@pytest.fixture(scope="session")
def outcomes(request: pytest.FixtureRequest) -> dict[str, Outcome]:
    """The jobs below jobs/, run with the agent and the service of the same name: all of them, or some."""
    spark = options.spark_line(request.config)
    agent = options.agent(request.config, spark)
    work = options.new_folder("services", spark.id)
    (work / "data").mkdir()
    run = of_all_services if spark.id == SERVICES_LINE else of_databases_and_kafka
    return run(spark, agent, work)


def of_databases_and_kafka(spark: Line, agent: Path, work: Path) -> dict[str, Outcome]:
    """Without the table formats that a new line lacks; with Kafka in real-time mode, which Spark has from 4.1 on."""
    with (
        processes.postgresql(TABLES) as postgresql,
        processes.mariadb(TABLES) as mariadb,
        processes.kafka() as kafka,
    ):
        running = {"postgresql": postgresql, "mariadb": mariadb, "kafka": kafka}
        ports = {name: service.port for name, service in running.items()}
        jobs = [job(name, port, work / name) for name, port in ports.items()]
        for name, start in (("kafka_streams", streams), ("kafka_real_time", real_time)):
            ports[name] = kafka.port
            jobs.append(start(kafka.port, work / name))
        driver = Driver(spark, [agent, *jars(spark, DATABASE_JARS + KAFKA_JARS)], work)
        job_results = driver.run(jobs, work / "data")
    return {name: outcome(work / name, port, job_results[name]) for name, port in ports.items()}


def of_all_services(spark: Line, agent: Path, work: Path) -> dict[str, Outcome]:
    with (
        hdfs(spark) as cluster,
        processes.postgresql(TABLES) as postgresql,
        processes.mariadb(TABLES) as mariadb,
        processes.kafka() as kafka,
        processes.s3("lake") as s3,
        iceberg.rest_catalog() as rest,
        hive_metastore.metastore(spark) as metastore,
    ):
        running = {"postgresql": postgresql, "mariadb": mariadb, "kafka": kafka, "s3": s3}
        ports = {name: service.port for name, service in running.items()}
        jobs = [job(name, port, work / name) for name, port in ports.items()]
        jobs.append(streams(kafka.port, work / "kafka_streams"))
        ports["kafka_streams"] = kafka.port
        own = work / "iceberg"
        ports["iceberg"] = rest.port
        jobs.append(with_events("iceberg", own, iceberg.conf(rest.port, own)))
        of_hive = of_metastore(metastore, work)
        ports |= {hive.name: metastore.port for hive in of_hive if hive.agent}
        jobs += of_hive
        for name in ("hdfs", "hdfs_down"):  # this job is last, because it stops the file system
            ports[name] = cluster.ready().port
            jobs.append(of_files(name, cluster, work / name))
        driver = Driver(spark, [agent, *jars(spark, JARS), *s3a_jars()], work)
        job_results = driver.run(jobs, work / "data")
        shutil.copy(metastore.log, work / METASTORE_LOG)
    return {name: outcome(work / name, port, job_results[name]) for name, port in ports.items()}


def outcome(folder: Path, port: int, answer: JobResult) -> Outcome:
    return Outcome(folder, port, first_line(answer.error), answer.seconds, answer.stop)


def first_line(error: str | None) -> str | None:
    """The error message without the stack trace."""
    return error and error.partition("\n\tat")[0]


def job(name: str, port: int, folder: Path) -> Job:
    return with_events(name, folder, bucket(port) if name == "s3" else database(name, port))


def with_events(name: str, folder: Path, own: dict[str, str]) -> Job:
    script = HERE / "jobs" / f"{name}.py"
    return Job(name, script, folder, file_transport(folder / "events.jsonl") | own)


def streams(port: int, folder: Path) -> Job:
    """A session that reads Kafka and writes Delta."""
    delta = {"spark.sql.extensions": formats.EXTENSIONS["delta"], **formats.delta()}
    return with_events("kafka_streams", folder, {"spark.test.url": f"127.0.0.1:{port}"} | delta)


def real_time(port: int, folder: Path) -> Job:
    """A session in which a batch of the real-time mode may be short."""
    short = {"spark.sql.streaming.realTimeMode.minBatchDuration": "1000"}
    return with_events("kafka_real_time", folder, {"spark.test.url": f"127.0.0.1:{port}"} | short)


def of_files(name: str, cluster: Cluster, folder: Path) -> Job:
    """A session with the cluster as default file system and warehouse; it has short timeouts."""
    root = f"hdfs://127.0.0.1:{cluster.port}"
    own = {
        "spark.test.url": root,
        "spark.test.process": str(cluster.process.pid),
        "spark.sql.warehouse.dir": f"{root}/warehouse",
        "spark.hadoop.fs.defaultFS": root,
        "spark.hadoop.ipc.client.connect.max.retries": "1",
        "spark.hadoop.ipc.client.connect.retry.interval": "100",
    }
    return with_events(name, folder, own)


def of_metastore(metastore: Metastore, work: Path) -> list[Job]:
    """The same statements with the agent and without it, then a session that ends the metastore."""
    names = {"hive_metastore": True, "hive_metastore_alone": False, "hive_metastore_down": True}
    process = {"spark.test.process": str(metastore.process.pid)}
    return [
        replace(
            with_events(
                name, work / name, hive_metastore.conf(metastore.port, work / name) | process
            ),
            script=HERE / "jobs" / f"{name.removesuffix('_alone')}.py",
            hive=True,
            agent=agent,
        )
        for name, agent in names.items()
    ]


def bucket(port: int) -> dict[str, str]:
    """A session with a bucket, and with table formats in it."""
    hadoop = {
        "endpoint": f"http://127.0.0.1:{port}",
        "endpoint.region": "us-east-1",
        "path.style.access": "true",
        "connection.ssl.enabled": "false",
        "access.key": S3_KEYS[0],
        "secret.key": S3_KEYS[1],
    }
    return {f"spark.hadoop.fs.s3a.{key}": value for key, value in hadoop.items()} | {
        "spark.sql.extensions": ",".join(formats.EXTENSIONS.values()),
        **formats.delta(),
        "spark.sql.catalog.ice": formats.ICEBERG_CATALOG,
        "spark.sql.catalog.ice.type": "hadoop",
        "spark.sql.catalog.ice.warehouse": "s3a://lake/ice",
    }


def database(name: str, port: int) -> dict[str, str]:
    url = {
        "postgresql": f"jdbc:postgresql://127.0.0.1:{port}/shop",
        "mariadb": f"jdbc:mysql://127.0.0.1:{port}/shop",
        "kafka": f"127.0.0.1:{port}",
    }[name]
    return {
        "spark.test.url": url,
        "spark.sql.catalog.db": (
            "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog"
        ),
        "spark.sql.catalog.db.url": url,
        "spark.sql.catalog.db.driver": DRIVERS.get(name, ""),
        "spark.sql.catalog.db.user": processes.USER,
        "spark.sql.catalog.db.password": processes.PASSWORD,
    }


def jars(spark: Line, names: Sequence[str]) -> list[Path]:
    """The jars of these names in scripts/jars.tsv, for a line."""
    wanted = [name.format(line=spark.id) for name in names]
    found = subprocess.run(
        [str(ROOT / "scripts" / "fetch-jar"), *wanted], check=True, stdout=-1, text=True
    )
    return [Path(row) for row in found.stdout.split()]


def s3a_jars() -> list[Path]:
    return sorted((ROOT / "build" / "jars" / "s3a").glob("*.jar"))
