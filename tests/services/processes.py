"""Real services, started for a test session on free ports and stopped afterwards."""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

from tests.e2e.lines import ROOT

LIMIT = 120
USER = "lineage"
JAVA = ("java", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
PASSWORD = "s3cr3tPW1"  # noqa: S105 - of a temporary database; no event may contain it


@dataclass(frozen=True)
class Service:
    """A running service with its port on 127.0.0.1."""

    port: int
    process: subprocess.Popen[bytes]


def free_port() -> int:
    """A port for a server.

    It is below the range from which a system takes the ports of outgoing connections (from 32768 on under Linux,
    from 49152 on elsewhere). In that range, another process may take the port before the server does, and a client
    that waits for the server may connect to itself.
    """
    for port in random.sample(range(10_000, 32_000), 1000):
        with socket.socket() as s, suppress(OSError):
            s.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("none of 1000 ports from 10000 to 31999 is free")


def until_open(
    port: int,
    process: subprocess.Popen[bytes],
    log: Path,
    sign: Path | None = None,
    limit: int = LIMIT,
) -> None:
    """Wait until the port answers and, if given, until the file `sign` exists."""

    def ready() -> bool:
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", port)) == 0 and (sign is None or sign.exists())

    until(ready, process, log, limit)


def until(
    ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, limit: int = LIMIT
) -> None:
    """Wait until a process is ready, `limit` seconds at most. Raises with the log if it ends first."""
    end = time.monotonic() + limit
    while time.monotonic() < end and process.poll() is None:
        if ready():
            return
        time.sleep(0.1)
    raise RuntimeError(f"{process.args!r} is not ready; {log}:\n{log.read_text()[-3000:]}")


@contextmanager
def folder(owner: str | None = None) -> Iterator[Path]:
    """A temporary folder, owned by another user if the tests run as root."""
    created = Path(tempfile.mkdtemp(prefix="headwater-service-"))
    if owner and os.getuid() == 0:
        shutil.chown(created, owner, owner)
    try:
        yield created
    finally:
        shutil.rmtree(created, ignore_errors=True)


def demoted(user: str) -> list[str]:
    """A command prefix that switches to another user, for servers that refuse to run as root."""
    if os.getuid() != 0:
        return []
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]


@contextmanager
def running(
    command: list[str],
    port: int,
    where: Path,
    env: dict[str, str] | None = None,
    limit: int = LIMIT,
) -> Iterator[Service]:
    log, own = where / "log", os.environ | (env or {})
    with (
        log.open("wb") as out,
        subprocess.Popen(command, stdout=out, stderr=out, cwd=where, env=own) as p,
    ):
        try:
            until_open(port, p, log, limit=limit)
            yield Service(port, p)
        finally:
            p.terminate()
            try:
                p.wait(30)
            except subprocess.TimeoutExpired:
                p.kill()


def until_done(command: list[str], where: Path) -> None:
    """Repeat a command until it succeeds. Raises with its output if it has not after `LIMIT` seconds."""
    end = time.monotonic() + LIMIT
    while subprocess.run(command, cwd=where, capture_output=True, check=False).returncode != 0:
        if time.monotonic() > end:
            run(command, where)
        time.sleep(0.1)


def run(command: list[str], where: Path, text: str = "") -> None:
    done = subprocess.run(
        command,
        cwd=where,
        input=text,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=LIMIT,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{command} ended with {done.returncode}:\n{done.stdout}")


@contextmanager
def postgresql(setup: str) -> Iterator[Service]:
    """PostgreSQL with a database `shop`, in which `setup` has been executed."""
    binaries = max(Path("/usr/lib/postgresql").glob("*/bin"))
    with folder("postgres") as where:
        port = free_port()
        (where / "password").write_text(PASSWORD)
        (where / "password").chmod(0o644)
        user = demoted("postgres")
        data = str(where / "data")
        init = ["-D", data, "-U", USER, f"--pwfile={where / 'password'}", "-A", "scram-sha-256"]
        run([*user, str(binaries / "initdb"), *init, "--no-sync", "-E", "UTF8"], where)
        server = [str(binaries / "postgres"), "-D", data, "-p", str(port), "-k", str(where)]
        with running([*user, *server, "-h", "127.0.0.1", "-F"], port, where) as service:
            # its port is open while it still refuses requests
            until_done([str(binaries / "pg_isready"), "-h", "127.0.0.1", "-p", str(port)], where)
            url = f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{port}"
            run(
                ["psql", "-q", "-v", "ON_ERROR_STOP=1", f"{url}/postgres"],
                where,
                "CREATE DATABASE shop;",
            )
            run(["psql", "-q", "-v", "ON_ERROR_STOP=1", f"{url}/shop"], where, setup)
            yield service


@contextmanager
def mariadb(setup: str) -> Iterator[Service]:
    """MariaDB with a database `shop`, in which `setup` has been executed."""
    with folder() as where:
        port, data = free_port(), where / "data"
        own = ["--no-defaults", f"--datadir={data}", f"--user={os.environ.get('USER', 'root')}"]
        run(["mariadb-install-db", *own, "--auth-root-authentication-method=normal"], where)
        boot = where / "boot.sql"  # one statement per line
        boot.write_text(
            "CREATE DATABASE shop;\n"
            f"CREATE USER {USER}@'%' IDENTIFIED BY '{PASSWORD}';\n"
            f"GRANT ALL ON *.* TO {USER}@'%';\n"
            f"CREATE USER {USER}@localhost IDENTIFIED BY '{PASSWORD}';\n"
            f"GRANT ALL ON *.* TO {USER}@localhost;\n"
        )
        server = ["mariadbd", *own, f"--port={port}", "--bind-address=127.0.0.1"]
        socket_file = f"--socket={where / 'socket'}"
        command = [*server, socket_file, f"--init-file={boot}", "--innodb-buffer-pool-size=32M"]
        with running(command, port, where) as service:
            client = ["mariadb", "--no-defaults", "-h127.0.0.1", f"-P{port}", f"-u{USER}"]
            run([*client, f"-p{PASSWORD}", "shop"], where, setup)
            yield service


@contextmanager
def kafka(port: int | None = None) -> Iterator[Service]:
    """A single Kafka broker that is also the controller, on this port if one is given."""
    with folder() as where:
        port, controller = port or free_port(), free_port()
        data = where / "data"
        data.mkdir()
        (data / "meta.properties").write_text(
            "version=1\ncluster.id=MkU3OEVBNTcwNTJENDM2Qk\nnode.id=1\n"
            "directory.id=AAAAAAAAAAAAAAAAAAAAZw\n"
        )
        settings = where / "server.properties"
        settings.write_text(
            "process.roles=broker,controller\nnode.id=1\n"
            f"controller.quorum.voters=1@127.0.0.1:{controller}\n"
            f"listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}\n"
            f"advertised.listeners=PLAINTEXT://127.0.0.1:{port}\n"
            "controller.listener.names=CONTROLLER\n"
            "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT\n"
            f"log.dirs={data}\noffsets.topic.replication.factor=1\nnum.partitions=1\n"
            "transaction.state.log.replication.factor=1\ntransaction.state.log.min.isr=1\n"
            "group.initial.rebalance.delay.ms=0\noffsets.topic.num.partitions=1\n"
            "log.cleaner.dedupe.buffer.size=2097152\n"
        )
        jars = ROOT / "build" / "jars" / "kafka-broker"
        command = [*JAVA, "-cp", f"{jars}/*", "kafka.Kafka", str(settings)]
        with running(command, port, where) as service:
            yield service


@contextmanager
def s3(bucket: str) -> Iterator[Service]:
    """An S3-compatible store with one empty bucket."""
    with folder() as where:
        port = free_port()
        server = [str(ROOT / "build" / "moto" / "bin" / "moto_server"), "-H", "127.0.0.1"]
        with running([*server, "-p", str(port)], port, where) as service:
            bucket_url = f"http://127.0.0.1:{port}/{bucket}"
            urlopen(Request(bucket_url, method="PUT"), timeout=LIMIT).close()
            yield service
