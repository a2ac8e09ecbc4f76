"""Files that other producers write, and files that somebody writes to do harm; each is made from one good event."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

from backports import zstd

if TYPE_CHECKING:
    from pathlib import Path

Json = dict[str, Any]
RUN = "0190f5a8-0000-7000-8000-000000000001"
COMMANDS = (
    ["verify"],
    ["view", "-o", "page.html"],
    ["summary"],
    ["diff", "good.jsonl"],
    ["where", "*"],
    ["unused"],
    ["stale"],
    ["unknown"],
)


def event(kind: str = "COMPLETE", name: str = "job", **fields: Any) -> Json:
    return {
        "eventTime": "2026-01-01T00:00:00Z" if kind == "START" else "2026-01-01T00:00:01Z",
        "eventType": kind,
        "run": {"runId": RUN, "facets": {}},
        "job": {"namespace": "n", "name": name},
        "producer": "p",
        "schemaURL": "s",
        **fields,
    }


def both(name: str = "job", **fields: Any) -> list[Json]:
    """The two events of one run."""
    return [event("START", name, **fields), event("COMPLETE", name, **fields)]


def lines(events: list[Json]) -> bytes:
    return b"".join(json.dumps(each, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n" for each in events)


def deep(levels: int) -> bytes:
    """An event with nested arrays, and on the next line another event."""
    return lines([event()])[:-2] + b',"x":' + b"[" * levels + b"]" * levels + b"}\n" + lines([event()])


def inputs(name: str) -> list[Json]:
    return [{"namespace": "n", "name": name, "facets": {"schema": {"fields": [{"name": name, "type": "t"}]}}}]


def forms() -> dict[str, bytes]:
    """The same two events in each form that is read; the name says which."""
    events = both(inputs=inputs("table"))
    by_line = lines(events)
    return {
        "lines.jsonl": by_line,
        "windows.jsonl": b"\xef\xbb\xbf" + by_line.replace(b"\n", b"\r\n"),
        "no-newline.jsonl": by_line[:-1],
        "on-one-line.json": by_line.replace(b"\n", b""),
        "indented.json": b"\n".join(json.dumps(each, indent=2).encode() for each in events),
        "not-indented.json": b"\n".join(json.dumps(each, indent=0).encode() for each in events),
        "array.json": json.dumps(events).encode(),
        "indented-array.json": json.dumps(events, indent=4).encode(),
        "array-of-lines.json": b"[\n" + by_line[:-1].replace(b"\n", b",\n") + b"\n]\n",
        "answer.json": json.dumps({"events": events, "totalCount": 2}).encode(),
        "packed.jsonl.gz": gzip.compress(by_line),
        "packed-twice.jsonl.gz": gzip.compress(lines(events[:1])) + gzip.compress(lines(events[1:])),
        "packed.json.zst": zstd.compress(json.dumps(events, indent=2).encode()),
    }


def write(folder: Path, name: str, content: bytes) -> str:
    file = folder / name
    file.write_bytes(content)
    return str(file)
