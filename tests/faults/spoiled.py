"""Spools that applications have left, each spoiled in its own way: what is whole in them must be delivered."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from headwater._spool import record

Event = dict[str, Any]


def flipped(line: bytes) -> bytes:
    """One bit is another."""
    middle = len(line) // 2
    return line[:middle] + bytes([line[middle] ^ 1]) + line[middle + 1 :]


def torn(line: bytes) -> bytes:
    return line[: len(line) // 2]


def huge(line: bytes) -> bytes:
    """It says that it is two gigabytes long."""
    return b"7fffffff" + line[8:]


def negative(line: bytes) -> bytes:
    return b"ffffffff" + line[8:]


def noise(_: bytes) -> bytes:
    return bytes(range(256)) * 20 + b"\n"


WAYS: list[Callable[[bytes], bytes]] = [flipped, torn, huge, negative, noise, lambda _: b""]


def application(namespace: str, number: int) -> list[Event]:
    """The events of an application's run."""
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
    """A directory for each way: the header, a START, what is spoiled, a COMPLETE; and some that hold nothing."""
    for number, spoil in enumerate(WAYS):
        folder = spool / f"left-{number}"
        folder.mkdir(parents=True)
        (folder / "lock").touch()
        header = {
            "headwater_spool": 1,
            "application": f"left-{number}",
            "to": f"http {url}",
            "runs": [],
        }
        start, complete = (record(json.dumps(e)) for e in application(namespace, number))
        body = record(json.dumps(header)) + start + spoil(start)
        tail = b"" if spoil is torn else complete
        (folder / "000001.seg").write_bytes(body + tail)
        (folder / "000001.ack").write_bytes(b"no number")
    for name, content in (("empty", b""), ("noise", noise(b""))):
        folder = spool / name
        folder.mkdir()
        (folder / "lock").touch()
        (folder / "000001.seg").write_bytes(content)
