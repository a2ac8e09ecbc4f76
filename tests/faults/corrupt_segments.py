"""Spools of other applications with corrupt records; the valid records must be delivered."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from headwater._records import record

Event = dict[str, Any]


def flip_bit(line: bytes) -> bytes:
    """Change one bit."""
    middle = len(line) // 2
    return line[:middle] + bytes([line[middle] ^ 1]) + line[middle + 1 :]


def truncate(line: bytes) -> bytes:
    return line[: len(line) // 2]


def oversized_length(line: bytes) -> bytes:
    """Set the record length to two gigabytes."""
    return b"7fffffff" + line[8:]


def negative_length(line: bytes) -> bytes:
    return b"ffffffff" + line[8:]


def random_bytes(_: bytes) -> bytes:
    return bytes(range(256)) * 20 + b"\n"


CORRUPTIONS: list[Callable[[bytes], bytes]] = [
    flip_bit,
    truncate,
    oversized_length,
    negative_length,
    random_bytes,
    lambda _: b"",
]


def application_events(namespace: str, number: int) -> list[Event]:
    """The events of one run of an application."""
    run = {"runId": str(uuid.uuid4())}
    job = {"namespace": namespace, "name": f"left_{number}"}
    rows = []
    for at, kind in enumerate(("START", "COMPLETE")):
        facet = {"_producer": "https://test", "_schemaURL": "https://test", "sequence": at}
        rows.append(
            {
                "eventTime": datetime.now(timezone.utc).isoformat(),
                "eventType": kind,
                "producer": "https://test",
                "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
                "run": run | {"facets": {"headwater_sequence": facet}},
                "job": job,
                "inputs": [],
                "outputs": [],
            }
        )
    return rows


def write(spool: Path, url: str, namespace: str) -> None:
    """Write one directory for each corruption (header, START, corrupt record, COMPLETE) and two directories without
    records.
    """
    for number, corrupt in enumerate(CORRUPTIONS):
        folder = spool / f"left-{number}"
        folder.mkdir(parents=True)
        (folder / "lock").touch()
        header = {
            "headwater_spool": 1,
            "application": f"left-{number}",
            "to": f"http {url}",
            "runs": [],
        }
        start, complete = (record(json.dumps(e)) for e in application_events(namespace, number))
        body = record(json.dumps(header)) + start + corrupt(start)
        tail = b"" if corrupt is truncate else complete
        (folder / "000001.seg").write_bytes(body + tail)
        (folder / "000001.ack").write_bytes(b"no number")
    for name, content in (("empty", b""), ("noise", random_bytes(b""))):
        folder = spool / name
        folder.mkdir()
        (folder / "lock").touch()
        (folder / "000001.seg").write_bytes(content)
