"""`headwater serve`: events in a second from concurrent senders, with the time that a sender waits for an answer."""

from __future__ import annotations

import gzip
import json
import multiprocessing
import os
import re
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import cycle, islice
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from bench.places import OUT, log_progress
from bench.table import table
from bench.viewer import dataset, source
from tests.e2e.lineage_server import lineage_server

GOAL = 1_000  # events in a second
SECONDS = 15
PROCESSES = 4  # of the senders, each with several threads
TOKEN = "token-of-the-benchmark"  # noqa: S105  (of a server on this machine)
TABLES = 500
COLUMNS = 8
HEAD = (
    "senders",
    "events in a request",
    "events",
    "events/s",
    "median, ms",
    "99th percentile, ms",
    "server CPU, ms/event",
    "memory, MB",
    "stored",
)
CASES = ((1, 1, False), (8, 1, False), (32, 1, False), (64, 1, False), (64, 1, True), (4, 50, True))


def run() -> str:
    """Measure each case with a new server; write serve.json and return the text of the report."""
    folder = OUT / "runs" / "serve"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rows = [measure(folder / f"{n}.duckdb", *case) for n, case in enumerate(CASES)]
    (OUT / "serve.json").write_text(json.dumps(rows, indent=1))
    single = [row for row in rows if row["events in a request"] == 1]
    best = max(row["events/s"] for row in single)
    least = min(row["server CPU, ms/event"] for row in single)
    verdict = "met" if best >= GOAL else f"missed by a factor of {GOAL / best:.1f}"
    size = sum(len(json.dumps(e)) for e in islice(events("size"), 100)) / 100
    text = f"An event has {size:,.0f} bytes. Goal of {GOAL:,} events in a second, one in a request: {verdict}."
    text += f" One core of the server's CPU takes {1e3 / least:,.0f} of them in a second."
    return f"{table(HEAD, [cells(row) for row in rows])}\n\n{text}"


def cells(row: dict[str, Any]) -> list[str]:
    senders = f"{row['senders']}{', gzip' if row['gzip'] else ''}"
    numbers = [row[name] for name in HEAD[1:]]
    return [
        senders,
        *(f"{n:,.2f}" if isinstance(n, float) and n < 10 else f"{n:,.0f}" for n in numbers),
    ]


def measure(db: Path, senders: int, batch: int, packed: bool) -> dict[str, Any]:
    """One row of the table; fails if a stored event is missing."""
    log_progress(f"serve: {senders} senders, {batch} events in a request, gzip: {packed}")
    processes = min(senders, PROCESSES)
    pools = multiprocessing.Pool(processes, prepare, (batch, packed))
    with lineage_server(db, TOKEN) as server, pools as pool:
        pool.map(str, range(processes))  # the processes have made their bodies
        before = cpu_seconds(server.pid)
        took, waits = load(pool, server.url, senders, packed)
        used = cpu_seconds(server.pid) - before
        memory = peak_memory(server.pid)
        stored = server.json("/api/v1/summary")["events"]
    sent = len(waits) * batch
    if stored != sent:
        raise SystemExit(f"bench: {sent} events were accepted, and {stored} are stored")
    waits.sort()
    numbers = (
        senders,
        batch,
        sent,
        sent / took,
        at(waits, 0.5),
        at(waits, 0.99),
        used / sent * 1e3,
    )
    return dict(zip(HEAD, (*numbers, memory, stored), strict=True)) | {"gzip": packed}


def load(pool: Pool, url: str, senders: int, packed: bool) -> tuple[float, list[float]]:
    """The seconds of all senders, and those of each request."""
    processes = min(senders, PROCESSES)
    start = time.monotonic()
    waits = pool.starmap(send_all, [(url, senders // processes, packed)] * processes, chunksize=1)
    return time.monotonic() - start, [wait for of_process in waits for wait in of_process]


def at(waits: list[float], share: float) -> float:
    return waits[int(len(waits) * share)] * 1e3


BODIES: list[bytes] = []  # of one process of the pool


def prepare(batch: int, packed: bool) -> None:
    """Make the bodies of one process before the clock starts."""
    stream = events(multiprocessing.current_process().name)
    for _ in range(200):
        some = list(islice(stream, batch))
        body = json.dumps(some[0] if batch == 1 else some).encode()
        BODIES.append(gzip.compress(body) if packed else body)


def send_all(url: str, senders: int, packed: bool) -> list[float]:
    """The seconds of each request of several threads."""
    with ThreadPoolExecutor(senders) as threads:
        waits = threads.map(lambda number: send(url, number, packed), range(senders))
        return [wait for of_thread in waits for wait in of_thread]


def send(url: str, first: int, packed: bool) -> list[float]:
    """Send one request after the other; the seconds that each took."""
    connection = HTTPConnection(urlsplit(url).netloc, timeout=60)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"}
    headers |= {"Content-Encoding": "gzip"} if packed else {}
    waits: list[float] = []
    end = time.monotonic() + SECONDS
    for body in islice(cycle(BODIES), first, None):
        start = time.monotonic()
        if start > end:
            break
        connection.request("POST", "/api/v1/lineage", body, headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 201:
            raise SystemExit(f"bench: the server answered {answer.status}")
        waits.append(time.monotonic() - start)
    connection.close()
    return waits


def events(seed: str) -> Iterator[dict[str, Any]]:
    """START and COMPLETE of jobs that write a table with column lineage from two others."""
    random = Random(seed)  # noqa: S311  (the same events in each run)
    columns = [f"column_{n}" for n in range(COLUMNS)]
    while True:
        number = random.randrange(TABLES)
        names = [f"raw.table_{random.randrange(TABLES)}" for _ in range(2)]
        fields = {
            column: {"inputFields": [source(name, column) for name in names]} for column in columns
        }
        output = dataset(f"mart.table_{number}", columns)
        output["facets"]["columnLineage"] = {"fields": fields}
        run = f"00000000-0000-4000-8000-{random.getrandbits(48):012x}"
        for kind in ("START", "COMPLETE"):
            yield {
                "eventTime": "2026-05-01T10:00:00.123Z",
                "eventType": kind,
                "producer": "https://example.com",
                "run": {"runId": run},
                "job": {"namespace": "bench", "name": f"etl.table_{number}"},
                "inputs": [dataset(name, columns) for name in names],
                "outputs": [output],
            }


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_memory(pid: int) -> float:
    """In megabytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1e3 if found else 0.0
